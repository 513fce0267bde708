import { CryptoError } from './crypto-error.ts';
import { bytesToHex, hexToBytes } from './hex.ts';
import { importPublicKeyObject, pointOfKeyObject } from './key-objects.ts';
import { lowSDer, lowSDerOfRaw } from './low-s.ts';
import { encodePkcs8, encodePkcs8WithoutPoint } from './pkcs8.ts';
import { nodeCrypto, webCrypto } from './platform.ts';
import { pointOfScalar } from './scalar.ts';
import { derivePoint } from './scalar-point.ts';
import { wipe } from './secrets.ts';
import { derSignatureToRaw } from './signature.ts';

export const ECDSA_P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const ECDSA_SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const;

/**
 * Signs a message, hashed once with SHA-256, and returns the low-S DER signature in lowercase hex:
 * synchronously if the platform signs synchronously.
 */
export type Sign = (message: Uint8Array<ArrayBuffer>) => Promise<string> | string;

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

function mismatch(): CryptoError {
  return new CryptoError('SELF_CHECK_FAILED', 'The public key does not belong to the private key.');
}

/** A signing key and its uncompressed public point, known to belong together. */
export interface ImportedKey extends SigningKey {
  readonly point: Uint8Array<ArrayBuffer>;
}

/**
 * On Node signing goes to OpenSSL directly, which takes a third of the time; its key object stays
 * inside the returned closures. The key is imported without its point, so that OpenSSL derives it;
 * a second derivation must return the same point.
 */
function importByOpenssl(
  openssl: NonNullable<ReturnType<typeof nodeCrypto>>,
  scalar: Uint8Array,
): ImportedKey {
  const pkcs8 = encodePkcs8WithoutPoint(scalar);
  try {
    const der = Buffer.from(pkcs8.buffer);
    const key = openssl.createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const point = pointOfKeyObject(openssl.createPublicKey(key));
    if (bytesToHex(point) !== bytesToHex(pointOfScalar(scalar))) throw mismatch();
    return {
      point,
      cryptoKey: () => key.toCryptoKey(ECDSA_P256, false, ['sign']) as CryptoKey,
      sign: (message) => lowSDer(openssl.sign('sha256', message, key).toString('hex')),
    };
  } finally {
    wipe(pkcs8);
  }
}

/** If another implementation had to derive the point, a signature shows that the two agree. */
async function importByWebCrypto(scalar: Uint8Array): Promise<ImportedKey> {
  const { point, byPlatform } = await derivePoint(scalar);
  const pkcs8 = encodePkcs8(scalar, point);
  try {
    const imported = await webCrypto().importKey('pkcs8', pkcs8, ECDSA_P256, false, ['sign']);
    const key = webSigningKey(imported);
    if (!byPlatform) await checkBySigning(key, point);
    return { ...key, point };
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
  const openssl = nodeCrypto();
  return openssl === undefined ? importByWebCrypto(scalar) : importByOpenssl(openssl, scalar);
}

/**
 * Whether a signature over a message was created by the key with this public point. Low and high s
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
  const publicKey = importPublicKeyObject(point);
  if (publicKey !== undefined) {
    return nodeCrypto()?.verify('sha256', message, publicKey, signature) === true;
  }
  const subtle = webCrypto();
  const key = await subtle.importKey('raw', point, ECDSA_P256, false, ['verify']);
  return subtle.verify(ECDSA_SHA256, key, derSignatureToRaw(signature), message);
}

/**
 * Signs and verifies a fixed message, for a key that cannot be compared with its public point.
 *
 * @throws CryptoError `SELF_CHECK_FAILED`
 */
export async function checkBySigning(
  { sign }: SigningKey,
  point: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const message = new TextEncoder().encode('self check');
  const signature = hexToBytes(await sign(message));
  if (!(await verifySignature(point, signature, message))) throw mismatch();
}
