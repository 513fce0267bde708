import { REDACTED, SIGNATURE_HEADER, secretsOf } from '@org/payments-contract';
import type { TransportRequest } from '../transport/transport.ts';

/** Shorter texts would mask half of every message. */
const SHORTEST_SECRET = 4;

/** The texts of one request that must appear in no error. */
export function secretTexts(request: Pick<TransportRequest, 'headers' | 'body'>): string[] {
  const { authorization = '', [SIGNATURE_HEADER]: stamp = '' } = request.headers;
  const [, token = ''] = authorization.split(' ');
  const inBody = typeof request.body === 'string' ? secretsOf(JSON.parse(request.body)) : [];
  return [...inBody, stamp, token, ...basicSecret(authorization)].filter(
    (text) => text.length >= SHORTEST_SECRET,
  );
}

function basicSecret(authorization: string): string[] {
  const encoded = /^Basic (.+)$/.exec(authorization)?.[1];
  if (encoded === undefined) return [];
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  const text = new TextDecoder().decode(bytes);
  return [text.slice(text.indexOf(':') + 1)];
}

/** A text in which every secret is masked. */
export function scrub(text: string, secrets: readonly string[]): string {
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text);
}

/** Levels of a JSON value that are looked at; what lies deeper is masked as a whole. */
const DEEPEST = 20;

/** A JSON value with every secret masked in its texts. */
export function scrubValue(value: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return scrub(value, secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return REDACTED;
  const clean = (child: unknown) => scrubValue(child, secrets, depth + 1);
  if (Array.isArray(value)) return value.map(clean);
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [scrub(key, secrets), clean(child)]),
  );
}

function mentions(error: unknown, secrets: readonly string[], depth = 0): boolean {
  if (typeof error === 'string') return secrets.some((secret) => error.includes(secret));
  if (typeof error !== 'object' || error === null || depth > 5) return false;
  return Object.getOwnPropertyNames(error).some((name) =>
    mentions((error as Readonly<Record<string, unknown>>)[name], secrets, depth + 1),
  );
}

/** What the platform threw, or its name and code alone where it holds a secret. */
export function safeCause(cause: unknown, secrets: readonly string[]): unknown {
  if (!mentions(cause, secrets)) return cause;
  const { name = 'Error', code } = cause as { name?: string; code?: unknown };
  const safe = new Error(`${name}, not shown because it holds a secret.`);
  return typeof code === 'string' ? Object.assign(safe, { code }) : safe;
}
