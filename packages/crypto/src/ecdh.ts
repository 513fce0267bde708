import { encodePkcs8 } from './pkcs8.ts';
import { webCrypto } from './platform.ts';
import { copyScalar, pointOfScalar } from './scalar.ts';
import { wipe } from './wipe.ts';

export const ECDH_P256 = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** A fresh pair, its private half not extractable. */
export function generateEcdhPair(): Promise<CryptoKeyPair> {
  return webCrypto().generateKey(ECDH_P256, false, ['deriveBits']);
}

/** A public key for key agreement, from its uncompressed point. */
export function importEcdhPoint(point: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return webCrypto().importKey('raw', point, ECDH_P256, true, []);
}

/**
 * The pair of a known scalar, its private half not extractable.
 *
 * @throws CryptoError `INVALID_SCALAR`
 */
export async function importEcdhPair(scalar: Uint8Array): Promise<CryptoKeyPair> {
  const copy = copyScalar(scalar);
  let pkcs8: Uint8Array<ArrayBuffer> | undefined;
  try {
    const point = pointOfScalar(copy);
    pkcs8 = encodePkcs8(copy, point);
    return {
      privateKey: await webCrypto().importKey('pkcs8', pkcs8, ECDH_P256, false, ['deriveBits']),
      publicKey: await importEcdhPoint(point),
    };
  } finally {
    wipe(copy, pkcs8);
  }
}
