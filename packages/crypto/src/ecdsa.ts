import { CryptoError } from './crypto-error.ts';
import { encodePkcs8 } from './pkcs8.ts';
import { nodeCrypto, webCrypto } from './platform.ts';
import { derSignatureToRaw } from './signature.ts';
import { wipe } from './wipe.ts';

export const ECDSA_P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const ECDSA_SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** Signs a message once with SHA-256 and returns r then s, 64 bytes. */
export type Sign = (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;

/** A key that signs: the CryptoKey to store, and the fastest way to sign with it. */
export interface SigningKey {
  readonly cryptoKey: CryptoKey;
  readonly sign: Sign;
}

/** Signs by WebCrypto. */
export function signerOf(cryptoKey: CryptoKey): Sign {
  const subtle = webCrypto();
  return async (message) => new Uint8Array(await subtle.sign(ECDSA_SHA256, cryptoKey, message));
}

/**
 * Imports a scalar as a non-extractable key. On Node signing goes to OpenSSL directly, which takes
 * a quarter of the time; its key object stays inside the returned closure.
 */
export async function importSigningKey(scalar: Uint8Array, point: Uint8Array): Promise<SigningKey> {
  const pkcs8 = encodePkcs8(scalar, point);
  try {
    const openssl = nodeCrypto();
    if (openssl === undefined) {
      const cryptoKey = await webCrypto().importKey('pkcs8', pkcs8, ECDSA_P256, false, ['sign']);
      return { cryptoKey, sign: signerOf(cryptoKey) };
    }
    const { createPrivateKey, sign } = openssl;
    const key = createPrivateKey({ key: Buffer.from(pkcs8.buffer), format: 'der', type: 'pkcs8' });
    return {
      cryptoKey: key.toCryptoKey(ECDSA_P256, false, ['sign']) as CryptoKey,
      sign: async (message) => derSignatureToRaw(sign('sha256', message, key)),
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
 * @param signature r then s, 64 bytes
 */
export async function verifySignature(
  point: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const subtle = webCrypto();
  const key = await subtle.importKey('raw', point, ECDSA_P256, false, ['verify']);
  return subtle.verify(ECDSA_SHA256, key, signature, message);
}

/**
 * Signs and verifies a fixed message, so that a key never leaves with another's public half.
 *
 * @throws CryptoError `SELF_CHECK_FAILED`
 */
export async function selfCheck(sign: Sign, point: Uint8Array<ArrayBuffer>): Promise<void> {
  const message = new TextEncoder().encode('self check');
  if (!(await verifySignature(point, await sign(message), message))) {
    throw new CryptoError('SELF_CHECK_FAILED', 'The public key does not verify this private key.');
  }
}
