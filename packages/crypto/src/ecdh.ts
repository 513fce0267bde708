import { openssl } from '#openssl';
import { ECDH_P256 } from './constants.ts';
import { ReceivedKey } from './key-forms.ts';
import { webCrypto } from './platform.ts';

/** A fresh pair, its private key not extractable. */
export async function generateEcdhPair(): Promise<CryptoKeyPair> {
  // Awaited here and below: a promise that an async function returns would pass its key to `then`,
  // which a script may have replaced.
  return (
    openssl()?.generateEcdhPair() ??
    (await webCrypto().generateKey(ECDH_P256, false, ['deriveBits']))
  );
}

/** A public key for key agreement, from its uncompressed point. */
export async function importEcdhPoint(point: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return (
    openssl()?.importEcdhPoint(point) ??
    (await webCrypto().importKey('raw', point, ECDH_P256, true, []))
  );
}

/** The uncompressed point of a public key. */
export async function exportEcdhPoint(key: CryptoKey): Promise<ArrayBuffer> {
  return openssl()?.pointOf(key) ?? (await webCrypto().exportKey('raw', key));
}

/** The secret that two keys agree on, 32 bytes; the caller wipes it. */
export async function sharedSecret(
  privateKey: CryptoKey,
  publicKey: CryptoKey,
): Promise<ArrayBuffer> {
  const secret = openssl()?.sharedSecret(privateKey, publicKey);
  if (secret !== undefined) return secret;
  const isReceived = publicKey instanceof ReceivedKey;
  const imported = isReceived ? await importEcdhPoint(publicKey.point) : publicKey;
  return await webCrypto().deriveBits({ name: 'ECDH', public: imported }, privateKey, 256);
}
