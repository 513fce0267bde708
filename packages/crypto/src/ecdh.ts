import { importPublicKeyObject, keyObjectOf, pointOfKeyObject, toEcdhKey } from './key-objects.ts';
import { encodePkcs8 } from './pkcs8.ts';
import { nodeCrypto, webCrypto } from './platform.ts';
import { copyScalar } from './scalar.ts';
import { derivePoint } from './scalar-point.ts';
import { wipe } from './secrets.ts';

export const ECDH_P256 = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** A fresh pair, its private key not extractable. */
export async function generateEcdhPair(): Promise<CryptoKeyPair> {
  const openssl = nodeCrypto();
  if (openssl === undefined) return webCrypto().generateKey(ECDH_P256, false, ['deriveBits']);
  const pair = openssl.generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey: toEcdhKey(pair.privateKey), publicKey: toEcdhKey(pair.publicKey) };
}

/** A public key for key agreement, from its uncompressed point. */
export async function importEcdhPoint(point: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const key = importPublicKeyObject(point);
  return key === undefined
    ? webCrypto().importKey('raw', point, ECDH_P256, true, [])
    : toEcdhKey(key);
}

/** The uncompressed point of a public key. */
export async function exportEcdhPoint(key: CryptoKey): Promise<ArrayBuffer> {
  const publicKey = keyObjectOf(key);
  return publicKey === undefined
    ? webCrypto().exportKey('raw', key)
    : pointOfKeyObject(publicKey).buffer;
}

/** The secret that two keys agree on, 32 bytes; the caller wipes it. */
export async function sharedSecret(
  privateKey: CryptoKey,
  publicKey: CryptoKey,
): Promise<ArrayBuffer> {
  const [ours, theirs] = [keyObjectOf(privateKey), keyObjectOf(publicKey)];
  const openssl = nodeCrypto();
  if (openssl !== undefined && ours !== undefined && theirs !== undefined) {
    const secret = openssl.diffieHellman({ privateKey: ours, publicKey: theirs });
    const copy = Uint8Array.from(secret).buffer;
    wipe(secret);
    return copy;
  }
  const algorithm = { name: 'ECDH', public: publicKey };
  return webCrypto().deriveBits(algorithm, privateKey, 256);
}

/**
 * The pair of a known scalar, its private key not extractable.
 *
 * @throws CryptoError `INVALID_SCALAR`
 */
export async function importEcdhPair(scalar: Uint8Array): Promise<CryptoKeyPair> {
  const copy = copyScalar(scalar);
  let pkcs8: Uint8Array<ArrayBuffer> | undefined;
  try {
    const { point } = await derivePoint(copy);
    pkcs8 = encodePkcs8(copy, point);
    return { privateKey: await importPrivateKey(pkcs8), publicKey: await importEcdhPoint(point) };
  } finally {
    wipe(copy, pkcs8);
  }
}

async function importPrivateKey(pkcs8: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const openssl = nodeCrypto();
  if (openssl === undefined) {
    return webCrypto().importKey('pkcs8', pkcs8, ECDH_P256, false, ['deriveBits']);
  }
  const key = Buffer.from(pkcs8.buffer, pkcs8.byteOffset, pkcs8.byteLength);
  return toEcdhKey(openssl.createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
}
