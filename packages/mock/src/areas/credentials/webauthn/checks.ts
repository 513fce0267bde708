import { sha256 } from '@noble/hashes/sha2.js';
import { base64urlToBytes, bytesToHex } from '@org/payments-crypto';
import {
  invalidField,
  type ReasonName,
  type Refusal,
  unauthorized,
} from '../../../engine/refusal.ts';
import type { World } from '../../../world.ts';

/** The functions of @simplewebauthn/server that the mock uses. */
export interface WebAuthnLibrary {
  readonly server: typeof import('@simplewebauthn/server');
  readonly helpers: typeof import('@simplewebauthn/server/helpers');
}

let loading: Promise<WebAuthnLibrary> | undefined;

async function load(): Promise<WebAuthnLibrary> {
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return { server, helpers };
}

/** Loads the library on first use, because it is larger than the rest of the mock. */
export function webAuthnLibrary(): Promise<WebAuthnLibrary> {
  loading ??= load();
  return loading;
}

const ANY_PORT = ':*';

function matches(pattern: string, origin: string): boolean {
  if (!pattern.endsWith(ANY_PORT)) return pattern === origin;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, origin: canonical } = new URL(origin);
  return canonical === origin && `${protocol}//${hostname}${ANY_PORT}` === pattern;
}

/** Returns whether an origin is one of those allowed; `:*` in place of a port allows any. */
function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return allowed.some((pattern) => matches(pattern, origin));
}

export interface ExpectedCeremony {
  readonly type: 'webauthn.create' | 'webauthn.get';
  /** base64url of the challenge's bytes. */
  readonly challenge: string;
}

/** The client data, which the browser writes. */
export interface ClientData {
  readonly type: string;
  readonly challenge: string;
  readonly origin: string;
}

export interface CeremonyData {
  readonly rpIdHash: Uint8Array;
  readonly flags: { readonly up: boolean };
}

export function failed(reason: ReasonName, expected: string, received: unknown): Refusal {
  return unauthorized(reason, `Expected ${expected}; received ${JSON.stringify(received)}.`);
}

/** Runs a decoder. @throws Refusal 401 in place of whatever it throws */
export function decoding<Value>(what: string, decode: () => Value): Value {
  try {
    return decode();
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw unauthorized('passkeyMalformed', `${what} cannot be decoded: ${cause}`);
  }
}

/** Decodes client data: JSON with a type, a challenge and an origin. @throws Refusal 401 for anything else */
export function decodeClientData(text: string): ClientData {
  return decoding('clientDataJson', () => {
    const bytes = base64urlToBytes(text);
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const { type, challenge, origin } = json as Record<string, unknown>;
    if (typeof type === 'string' && typeof challenge === 'string' && typeof origin === 'string') {
      return { type, challenge, origin };
    }
    throw new TypeError('type, challenge and origin must be strings');
  });
}

/** Checks the client data (WebAuthn level 3, 7.1 steps 7 to 9, 7.2 steps 10 to 12). @throws Refusal 401 */
export function requireClientData(data: ClientData, expected: ExpectedCeremony, world: World) {
  const { passkeyOrigins } = world.settings.choices;
  if (data.type !== expected.type) throw failed('passkeyType', expected.type, data.type);
  if (data.challenge !== expected.challenge) {
    throw failed('passkeyChallenge', expected.challenge, data.challenge);
  }
  if (!isAllowedOrigin(data.origin, passkeyOrigins)) {
    throw failed('passkeyOrigin', `one of ${passkeyOrigins.join(', ')}`, data.origin);
  }
}

/** Checks that an origin that a request names is that of the client data. @throws Refusal 400 */
export function requireNamedOrigin(clientDataJson: string, origin: unknown): void {
  if (decodeClientData(clientDataJson).origin === origin) return;
  throw invalidField('origin', 'is not the one of the client data');
}

/** Checks relying party and user presence; verification of the user is not required. @throws Refusal 401 */
export function requireCeremonyData({ rpIdHash, flags }: CeremonyData, world: World): void {
  const { passkeyRpIds } = world.settings.choices;
  const hash = bytesToHex(rpIdHash);
  const isOurs = passkeyRpIds.some(
    (rpId) => bytesToHex(sha256(new TextEncoder().encode(rpId))) === hash,
  );
  if (!isOurs) {
    const expected = `the hash of one of ${passkeyRpIds.join(', ')}`;
    throw failed('passkeyRelyingParty', expected, hash);
  }
  if (!flags.up) throw failed('passkeyUserPresence', 'the user presence flag', 'no such flag');
}
