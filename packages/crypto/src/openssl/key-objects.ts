import type { KeyObject } from 'node:crypto';

const ECDH_P256 = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** OpenSSL's key behind each ECDH key that was created here; Node cannot convert others back. */
const keyObjects = new WeakMap<CryptoKey, KeyObject>();

/**
 * Creates the CryptoKey for key agreement of an OpenSSL key, and remembers the OpenSSL key. A
 * public key is extractable, a private key is not.
 */
export function toEcdhKey(key: KeyObject): CryptoKey {
  const isPublic = key.type === 'public';
  const made = key.toCryptoKey(ECDH_P256, isPublic, isPublic ? [] : ['deriveBits']) as CryptoKey;
  keyObjects.set(made, key);
  return made;
}

/** The OpenSSL key behind a CryptoKey, or undefined for one that was created elsewhere. */
export function keyObjectOf(key: CryptoKey): KeyObject | undefined {
  return keyObjects.get(key);
}

/** The uncompressed point of a public key of OpenSSL. */
export function pointOfKeyObject(key: KeyObject): Uint8Array<ArrayBuffer> {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Uint8Array.of(4, ...Buffer.from(x, 'base64url'), ...Buffer.from(y, 'base64url'));
}
