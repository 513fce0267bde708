import { ECDH_P256 } from './constants.ts';
import { CryptoError } from './crypto-error.ts';
import { exportEcdhPoint, generateEcdhPair, sharedSecret } from './ecdh.ts';
import { bytesToHex } from './hex.ts';
import { freeze } from './key-functions.ts';
import type { PlatformKeyPair } from './platform.ts';
import { wipe } from './secrets.ts';

/**
 * The ephemeral key of one verification or refresh. Use it once and drop it: when the sealed key
 * is opened, or the challenge has expired.
 */
export interface ClientKey {
  /** The wire form: uncompressed SEC1 in lowercase hex, 130 characters, prefix `04`. */
  readonly publicKey: string;
  /** ECDH on P-256; the private key is not extractable. Can be stored in IndexedDB. */
  readonly keyPair: PlatformKeyPair;
}

async function toClientKey(keyPair: PlatformKeyPair): Promise<ClientKey> {
  const point = await exportEcdhPoint(keyPair.publicKey);
  return freeze({ publicKey: bytesToHex(new Uint8Array(point)), keyPair });
}

/**
 * Generates a new client key.
 *
 * @throws CryptoError `CRYPTO_UNAVAILABLE`
 *
 * @example
 * const clientKey = await generateClientKey();
 * const request = { clientPublicKey: clientKey.publicKey };
 */
export async function generateClientKey(): Promise<ClientKey> {
  return await toClientKey(await generateEcdhPair());
}

function problemOf(keyPair: PlatformKeyPair): string | undefined {
  const { privateKey, publicKey } = keyPair;
  for (const key of [privateKey, publicKey]) {
    const { name, namedCurve } = key.algorithm as EcKeyAlgorithm;
    if (name !== ECDH_P256.name || namedCurve !== ECDH_P256.namedCurve) return 'ECDH keys on P-256';
  }
  if (privateKey.type !== 'private' || publicKey.type !== 'public')
    return 'a private and a public key';
  if (privateKey.extractable) return 'a private key that is not extractable';
  if (!privateKey.usages.includes('deriveBits')) return 'a private key that may deriveBits';
  if (!publicKey.extractable) return 'a public key that is extractable';
  return undefined;
}

/** Whether both keys agree on the same secret with a third key, as only the keys of one pair do. */
async function isPair({ privateKey, publicKey }: PlatformKeyPair): Promise<boolean> {
  const other = await generateEcdhPair();
  const ours = new Uint8Array(await sharedSecret(privateKey, other.publicKey));
  const theirs = new Uint8Array(await sharedSecret(other.privateKey, publicKey));
  const same = ours.every((byte, index) => byte === theirs[index]);
  wipe(ours, theirs);
  return same;
}

/**
 * Restores a client key after a redirect or from IndexedDB.
 *
 * @param keyPair ECDH on P-256, private key not extractable and usable for `deriveBits`
 * @throws CryptoError `INVALID_KEY` for any other pair, or for keys of two pairs
 */
export async function importClientKey(keyPair: PlatformKeyPair): Promise<ClientKey> {
  let expected: string | undefined;
  try {
    expected = problemOf(keyPair);
  } catch (cause) {
    throw new CryptoError('INVALID_KEY', 'Expected a pair of CryptoKeys.', { cause });
  }
  if (expected !== undefined) throw new CryptoError('INVALID_KEY', `Expected ${expected}.`);
  if (!(await isPair(keyPair))) {
    throw new CryptoError('INVALID_KEY', 'The private and public keys do not match.');
  }
  return await toClientKey({ privateKey: keyPair.privateKey, publicKey: keyPair.publicKey });
}
