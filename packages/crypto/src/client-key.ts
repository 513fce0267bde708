import { CryptoError } from './crypto-error.ts';
import { ECDH_P256, generateEcdhPair } from './ecdh.ts';
import { bytesToHex } from './hex.ts';
import { webCrypto } from './platform.ts';

/**
 * The ephemeral key of one verification or refresh. Use it once and drop it: when the sealed key
 * is opened, or the challenge has expired.
 */
export interface ClientKey {
  /** The wire form: uncompressed SEC1 in lowercase hex, 130 characters, prefix `04`. */
  readonly publicKey: string;
  /** ECDH on P-256; the private half is not extractable. Can be stored in IndexedDB. */
  readonly keyPair: CryptoKeyPair;
}

async function toClientKey(keyPair: CryptoKeyPair): Promise<ClientKey> {
  const point = await webCrypto().exportKey('raw', keyPair.publicKey);
  return Object.freeze({ publicKey: bytesToHex(new Uint8Array(point)), keyPair });
}

/**
 * Makes a fresh client key.
 *
 * @throws CryptoError `CRYPTO_UNAVAILABLE`
 */
export async function generateClientKey(): Promise<ClientKey> {
  return toClientKey(await generateEcdhPair());
}

function problemOf(keyPair: CryptoKeyPair): string | undefined {
  const { privateKey, publicKey } = keyPair;
  for (const key of [privateKey, publicKey]) {
    const { name, namedCurve } = key.algorithm as EcKeyAlgorithm;
    if (name !== ECDH_P256.name || namedCurve !== ECDH_P256.namedCurve) return 'ECDH on P-256';
  }
  if (privateKey.type !== 'private' || publicKey.type !== 'public') return 'a private and a public';
  if (privateKey.extractable) return 'a private half that is not extractable';
  if (!privateKey.usages.includes('deriveBits')) return 'a private half that may deriveBits';
  if (!publicKey.extractable) return 'a public half that is extractable';
  return undefined;
}

/** Whether both halves agree on a secret with a third key, which only two of one pair do. */
async function isPair({ privateKey, publicKey }: CryptoKeyPair): Promise<boolean> {
  const subtle = webCrypto();
  const other = await generateEcdhPair();
  const secrets = await Promise.all([
    subtle.deriveBits({ name: 'ECDH', public: other.publicKey }, privateKey, 256),
    subtle.deriveBits({ name: 'ECDH', public: publicKey }, other.privateKey, 256),
  ]);
  const [ours, theirs] = secrets.map((secret) => bytesToHex(new Uint8Array(secret)));
  return ours === theirs;
}

/**
 * Takes up a client key again, after a redirect or from IndexedDB.
 *
 * @param keyPair ECDH on P-256, private half not extractable and usable for `deriveBits`
 * @throws CryptoError `INVALID_KEY` for any other pair, or for halves of two pairs
 */
export async function importClientKey(keyPair: CryptoKeyPair): Promise<ClientKey> {
  let expected: string | undefined;
  try {
    expected = problemOf(keyPair);
  } catch (cause) {
    throw new CryptoError('INVALID_KEY', 'Expected a pair of CryptoKeys.', { cause });
  }
  if (expected !== undefined) throw new CryptoError('INVALID_KEY', `Expected ${expected} key.`);
  if (!(await isPair(keyPair))) {
    throw new CryptoError('INVALID_KEY', 'The private and the public half are no pair.');
  }
  return toClientKey({ privateKey: keyPair.privateKey, publicKey: keyPair.publicKey });
}
