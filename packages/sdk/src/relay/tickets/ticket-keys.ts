import { bytesToHex } from '@org/payments-crypto';
import { ConfigurationError } from '../../errors/caller-errors.ts';

/** A key that seals tickets, and the name tickets carry to find it again. */
export interface TicketKey {
  readonly kid: string;
  readonly key: Uint8Array;
}

const MIN_SECRET_BYTES = 32;
const encoder = new TextEncoder();

async function derive(secret: CryptoKey, info: string, bytes: number): Promise<Uint8Array> {
  const algorithm = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encoder.encode(info),
  };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, secret, bytes * 8));
}

async function ticketKey(secret: string): Promise<TicketKey> {
  const bytes = encoder.encode(secret);
  const material = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveBits']);
  const name = await derive(material, 'payments-relay ticket key name v1', 8);
  const key = await derive(material, 'payments-relay ticket key v1', 32);
  return { kid: bytesToHex(name), key };
}

/**
 * Checks the secrets of the relay, without using them yet.
 *
 * @throws ConfigurationError when there is none, one is short, or two are the same
 */
export function checkSecrets(secret: string | readonly string[]): readonly string[] {
  const secrets: readonly string[] = typeof secret === 'string' ? [secret] : secret;
  const isLongEnough = (text: unknown) =>
    typeof text === 'string' && encoder.encode(text).length >= MIN_SECRET_BYTES;
  if (secrets.length === 0 || !secrets.every(isLongEnough)) {
    const message = `Every secret of the relay needs at least ${MIN_SECRET_BYTES} bytes.`;
    throw new ConfigurationError('secret', message, 'Make one with `openssl rand -base64 48`.');
  }
  if (new Set(secrets).size !== secrets.length) {
    const action = 'List each secret once, the newest first.';
    throw new ConfigurationError('secret', 'Two secrets of the relay are the same.', action);
  }
  return secrets;
}

/** The keys of secrets, in their order: the first one seals, all of them open. */
export function ticketKeys(secrets: readonly string[]): Promise<readonly TicketKey[]> {
  return Promise.all(secrets.map(ticketKey));
}
