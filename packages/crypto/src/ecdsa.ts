import { CryptoError } from './crypto-error.ts';
import { hexToBytes } from './hex.ts';
import { lowSDer, lowSDerOfRaw } from './low-s.ts';
import { encodePkcs8 } from './pkcs8.ts';
import { nodeCrypto, webCrypto } from './platform.ts';
import { derSignatureToRaw } from './signature.ts';
import { wipe } from './wipe.ts';

export const ECDSA_P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const ECDSA_SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const;
/** SubjectPublicKeyInfo of a P-256 key, up to the 65-byte point. */
const SPKI_BEFORE_POINT = '3059301306072a8648ce3d020106082a8648ce3d030107034200';

/** Signs a message, hashed once with SHA-256, and returns the low-S DER signature in lowercase hex. */
export type Sign = (message: Uint8Array<ArrayBuffer>) => Promise<string>;

/** A key that signs: the CryptoKey to store, and the fastest way to sign with it. */
export interface SigningKey {
  readonly cryptoKey: () => CryptoKey;
  readonly sign: Sign;
}

/** A signing key on WebCrypto alone. */
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

/**
 * Imports a scalar as a non-extractable key. On Node signing goes to OpenSSL directly, which takes
 * a third of the time; its key object stays inside the returned closures.
 */
export async function importSigningKey(scalar: Uint8Array, point: Uint8Array): Promise<SigningKey> {
  const pkcs8 = encodePkcs8(scalar, point);
  try {
    const openssl = nodeCrypto();
    if (openssl === undefined) {
      return webSigningKey(
        await webCrypto().importKey('pkcs8', pkcs8, ECDSA_P256, false, ['sign']),
      );
    }
    const der = Buffer.from(pkcs8.buffer);
    const key = openssl.createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    return {
      cryptoKey: () => key.toCryptoKey(ECDSA_P256, false, ['sign']) as CryptoKey,
      sign: async (message) => lowSDer(openssl.sign('sha256', message, key).toString('hex')),
    };
  } finally {
    wipe(pkcs8);
  }
}

/**
 * Whether a signature over a message is the work of the key with this public point. Low and high s
 * are both accepted.
 *
 * @param point uncompressed, 65 bytes
 * @param signature strict DER
 */
export async function verifySignature(
  point: Uint8Array<ArrayBuffer>,
  signature: Uint8Array,
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const openssl = nodeCrypto();
  if (openssl !== undefined) {
    const spki = Buffer.concat([hexToBytes(SPKI_BEFORE_POINT), point]);
    const key = openssl.createPublicKey({ key: spki, format: 'der', type: 'spki' });
    return openssl.verify('sha256', message, key, signature);
  }
  const subtle = webCrypto();
  const key = await subtle.importKey('raw', point, ECDSA_P256, false, ['verify']);
  return subtle.verify(ECDSA_SHA256, key, derSignatureToRaw(signature), message);
}

/**
 * Signs and verifies a fixed message, so that a key never leaves with another's public half.
 *
 * @throws CryptoError `SELF_CHECK_FAILED`
 */
export async function selfCheck(
  { sign }: SigningKey,
  point: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const message = new TextEncoder().encode('self check');
  const signature = hexToBytes(await sign(message));
  if (!(await verifySignature(point, signature, message))) {
    throw new CryptoError('SELF_CHECK_FAILED', 'The public key does not verify this private key.');
  }
}
