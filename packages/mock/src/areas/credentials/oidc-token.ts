import { base64urlToBytes } from '@org/payments-crypto';
import { digest } from '../../digest.ts';
import { invalidField, type ReasonName, type Refusal, unauthorized } from '../../engine/refusal.ts';
import type { World } from '../../world.ts';
import type { OidcIdentity } from './credentials.ts';

const OLDEST_SECONDS = 60;
const SKEW_SECONDS = 5;

export interface OidcClaims {
  readonly identity: OidcIdentity;
  readonly email: string | undefined;
  readonly nonce: unknown;
}

function decodeSegment(segment: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(base64urlToBytes(segment));
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null && !Array.isArray(json)
      ? (json as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Decodes a token without reading its signature segment. @throws Refusal 400 for text that is not a JWT */
function decodeToken(token: string): Readonly<Record<string, unknown>> {
  const segments = token.split('.');
  const [header, claims] = segments.slice(0, 2).map(decodeSegment);
  if (segments.length !== 3 || header === undefined || claims === undefined) {
    const message = 'is not a JWT: expected three segments, the first two base64url JSON';
    throw invalidField('oidcToken', message);
  }
  return claims;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function audienceOf(aud: unknown): string | undefined {
  const single: unknown = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud;
  return isText(single) ? single : undefined;
}

function fail(reason: ReasonName, expected: string, received: unknown): Refusal {
  const text = received === undefined ? 'nothing' : JSON.stringify(received);
  return unauthorized(reason, `Expected ${expected}; received ${text}.`);
}

function requireTimes(iat: unknown, exp: unknown, now: number): void {
  if (typeof iat !== 'number') throw fail('oidcIssuedAt', 'a numeric iat', iat);
  const oldest = now - OLDEST_SECONDS - SKEW_SECONDS;
  if (iat < oldest) throw fail('oidcTooOld', `iat from ${oldest} (now is ${now})`, iat);
  const latest = now + SKEW_SECONDS;
  if (iat > latest) throw fail('oidcFromFuture', `iat up to ${latest} (now is ${now})`, iat);
  if (typeof exp !== 'number') throw fail('oidcExpiry', 'a numeric exp', exp);
  if (exp <= now) throw fail('oidcExpired', `exp after ${now}`, exp);
}

/** Checks a token alone (rules 35 and 36). @throws Refusal 400 for another text, 401 for the first claim that fails */
export function requireOidcToken(token: string, { settings, clock }: World): OidcClaims {
  const { iss, aud, sub, iat, exp, email, nonce } = decodeToken(token);
  const { supportedIssuers } = settings.choices;
  if (!isText(iss) || !supportedIssuers.includes(iss)) {
    throw fail('oidcIssuer', `iss to be one of ${supportedIssuers.join(', ')}`, iss);
  }
  const audience = audienceOf(aud);
  if (audience === undefined) {
    throw fail('oidcAudience', 'aud to be a string, or an array of one string', aud);
  }
  if (!isText(sub)) throw fail('oidcSubject', 'a non-empty sub', sub);
  requireTimes(iat, exp, clock.now() / 1000);
  const identity = { iss, aud: audience, sub };
  return { identity, email: isText(email) ? email : undefined, nonce };
}

/** Checks a token against a credential's identity and the client key (rule 45). @throws Refusal 401 */
export function requireIdentity(
  { identity, nonce }: OidcClaims,
  registered: OidcIdentity | undefined,
  clientPublicKey: string,
): void {
  const { iss, aud, sub } = identity;
  if (iss !== registered?.iss) throw fail('oidcOtherIssuer', `iss ${registered?.iss}`, iss);
  if (aud !== registered.aud) throw fail('oidcOtherAudience', `aud ${registered.aud}`, aud);
  if (sub !== registered.sub) throw fail('oidcOtherSubject', `sub ${registered.sub}`, sub);
  const expected = digest(clientPublicKey);
  if (nonce !== expected) throw fail('oidcNonce', `nonce ${expected}`, nonce);
}
