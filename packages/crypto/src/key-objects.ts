import type { KeyObject } from 'node:crypto';
import { hexToBytes } from './hex.ts';
import { nodeCrypto } from './platform.ts';

const ECDH_P256 = { name: 'ECDH', namedCurve: 'P-256' } as const;
/** SubjectPublicKeyInfo of a P-256 key, up to the 65-byte point. */
const SPKI_BEFORE_POINT = '3059301306072a8648ce3d020106082a8648ce3d030107034200';

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
  return nodeCrypto() && keyObjects.get(key);
}

/** Imports an uncompressed point of P-256 as a public key of OpenSSL; undefined without OpenSSL. */
export function importPublicKeyObject(point: Uint8Array): KeyObject | undefined {
  const openssl = nodeCrypto();
  if (openssl === undefined) return undefined;
  const key = Buffer.concat([hexToBytes(SPKI_BEFORE_POINT), point]);
  return openssl.createPublicKey({ key, format: 'der', type: 'spki' });
}

/** The uncompressed point of a public key of OpenSSL. */
export function pointOfKeyObject(key: KeyObject): Uint8Array<ArrayBuffer> {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Uint8Array.of(4, ...Buffer.from(x, 'base64url'), ...Buffer.from(y, 'base64url'));
}
