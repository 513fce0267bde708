import { openssl } from '#openssl';
import { ECDSA_P256 } from './constants.ts';
import { CryptoError } from './crypto-error.ts';
import { encodePkcs8, type ImportedKey, SELF_CHECK_REFUSAL, type SigningKey } from './key-forms.ts';
import { lowSDerOfRaw } from './low-s.ts';
import { webCrypto } from './platform.ts';
import { derivePoint } from './scalar.ts';
import { wipe } from './secrets.ts';

const ECDSA_SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const;

export function webSigningKey(key: CryptoKey): SigningKey {
  const subtle = webCrypto();
  return {
    cryptoKey: () => key,
    sign: async (message) => {
      const raw = await subtle.sign(ECDSA_SHA256, key, message);
      return lowSDerOfRaw(new Uint8Array(raw));
    },
  };
}

/** If another implementation had to derive the point, a signature shows that the two agree. */
async function importByWebCrypto(scalar: Uint8Array): Promise<ImportedKey> {
  const { point, byPlatform } = await derivePoint(scalar);
  const pkcs8 = encodePkcs8(scalar, point);
  try {
    const imported = await webCrypto().importKey('pkcs8', pkcs8, ECDSA_P256, false, ['sign']);
    if (!byPlatform) await checkBySigning(imported, point);
    return { ...webSigningKey(imported), point };
  } finally {
    wipe(pkcs8);
  }
}

/**
 * Imports a scalar as a non-extractable key and derives its public point.
 *
 * @throws CryptoError `SELF_CHECK_FAILED` when two derivations of the point differ
 */
export async function importSigningKey(scalar: Uint8Array): Promise<ImportedKey> {
  return openssl()?.importSigningKey(scalar) ?? (await importByWebCrypto(scalar));
}

/** Verifies by WebCrypto a signature as WebCrypto returns it: r then s. */
export async function verifyRaw(
  point: Uint8Array<ArrayBuffer>,
  raw: BufferSource,
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const subtle = webCrypto();
  const key = await subtle.importKey('raw', point, ECDSA_P256, false, ['verify']);
  return subtle.verify(ECDSA_SHA256, key, raw, message);
}

/**
 * Signs and verifies a fixed message, for a key that cannot be compared with its public point.
 *
 * @throws CryptoError `SELF_CHECK_FAILED`
 */
export async function checkBySigning(
  key: CryptoKey,
  point: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const message = new TextEncoder().encode('self check');
  const signature = await webCrypto().sign(ECDSA_SHA256, key, message);
  if (!(await verifyRaw(point, signature, message))) {
    throw new CryptoError('SELF_CHECK_FAILED', SELF_CHECK_REFUSAL);
  }
}
