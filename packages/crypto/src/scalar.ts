import { openssl } from '#openssl';
import { CURVE_ORDER, ECDH_P256, ECDSA_P256, SCALAR_BYTES } from './constants.ts';
import { CryptoError } from './crypto-error.ts';
import { p256Point } from './curve.ts';
import { bytesToHex, hexToBytes } from './hex.ts';
import { encodePkcs8WithoutPoint } from './key-forms.ts';
import { webCrypto } from './platform.ts';
import { compressedForm, decompressPoint } from './point.ts';
import { wipe } from './secrets.ts';

function isBelowOrder(scalar: Uint8Array): boolean {
  const order = hexToBytes(CURVE_ORDER.toString(16));
  const index = scalar.findIndex((byte, position) => byte !== order[position]);
  return (scalar[index] ?? 0) < (order[index] ?? 0);
}

/**
 * A private copy of a scalar, which the caller wipes.
 *
 * @throws CryptoError `INVALID_SCALAR`
 */
export function copyScalar(scalar: Uint8Array): Uint8Array<ArrayBuffer> {
  const valid =
    scalar instanceof Uint8Array &&
    scalar.length === SCALAR_BYTES &&
    scalar.some((byte) => byte !== 0) &&
    isBelowOrder(scalar);
  if (!valid) {
    const hint = typeof scalar === 'string' ? ' It is text: see `hexToBytes`.' : '';
    const expected = 'Expected 32 bytes holding a number from 1 to n-1.';
    throw new CryptoError('INVALID_SCALAR', expected + hint);
  }
  return Uint8Array.from(scalar);
}

/** Reads a scalar as a number, without an intermediate text. */
function numberOf(scalar: Uint8Array): bigint {
  const words = new DataView(scalar.buffer, scalar.byteOffset, scalar.byteLength);
  let number = 0n;
  for (let offset = 0; offset < scalar.length; offset += 8) {
    number = (number << 64n) | words.getBigUint64(offset);
  }
  return number;
}

function pointInJavaScript(scalar: Uint8Array): Uint8Array<ArrayBuffer> {
  webCrypto();
  return Uint8Array.from(p256Point().BASE.multiply(numberOf(scalar)).toBytes(false));
}

/**
 * Computes the uncompressed public point (65 bytes) of a valid scalar. OpenSSL is faster, and
 * constant-time; elsewhere it is computed in JavaScript, blinded with random bytes.
 *
 * @throws CryptoError `CRYPTO_UNAVAILABLE`
 */
export function pointOfScalar(scalar: Uint8Array): Uint8Array<ArrayBuffer> {
  return openssl()?.pointOfScalar(scalar) ?? pointInJavaScript(scalar);
}

/**
 * The public key of a scalar: compressed SEC1 in lowercase hex, 66 characters.
 *
 * @param scalar 32 bytes, big-endian; the caller wipes it
 * @throws CryptoError `INVALID_SCALAR`, `CRYPTO_UNAVAILABLE`
 */
export function publicKeyFromScalar(scalar: Uint8Array): string {
  const copy = copyScalar(scalar);
  try {
    return bytesToHex(compressedForm(pointOfScalar(copy)));
  } finally {
    wipe(copy);
  }
}

const ECDSA_SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** The base point G of P-256 (SEC 2, section 2.4.2), uncompressed. */
const BASE_POINT =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
  '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';

/**
 * Derives the point with the platform's key agreement and signatures alone. The secret that a key
 * agrees on with G is the x coordinate of its own public point; of the two points with this x, a
 * signature verifies with one only. Needs a platform that imports a private key without its point:
 * Chromium does, Safari does not.
 */
async function byWebCrypto(scalar: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { importKey, deriveBits, sign, verify } = webCrypto();
  const message = new TextEncoder().encode('which of the two points');
  const pkcs8 = encodePkcs8WithoutPoint(scalar);
  try {
    // One after the other: `Promise.all` would pass the keys to `then`, which may be replaced.
    const agreeing = await importKey('pkcs8', pkcs8, ECDH_P256, false, ['deriveBits']);
    const signing = await importKey('pkcs8', pkcs8, ECDSA_P256, false, ['sign']);
    const base = await importKey('raw', hexToBytes(BASE_POINT), ECDH_P256, true, []);
    const agreed = new Uint8Array(await deriveBits({ name: 'ECDH', public: base }, agreeing, 256));
    const x = bytesToHex(agreed);
    wipe(agreed);
    const signature = await sign(ECDSA_SHA256, signing, message);
    for (const prefix of ['02', '03']) {
      const point = decompressPoint(hexToBytes(prefix + x));
      const key = await importKey('raw', point, ECDSA_P256, false, ['verify']);
      if (await verify(ECDSA_SHA256, key, signature, message)) return point;
    }
  } catch {
    // The platform cannot.
  } finally {
    wipe(pkcs8);
  }
  return undefined;
}

/** A public point, and whether the platform that will sign with the key has computed it. */
export interface DerivedPoint {
  readonly point: Uint8Array<ArrayBuffer>;
  /** When false, a signature must still show that the key of the platform has this point. */
  readonly byPlatform: boolean;
}

/**
 * Computes the uncompressed public point (65 bytes) of a valid scalar: by the platform if it can,
 * so that the scalar never becomes a JavaScript number; otherwise by `@noble/curves`.
 *
 * @throws CryptoError `CRYPTO_UNAVAILABLE`
 */
export async function derivePoint(scalar: Uint8Array): Promise<DerivedPoint> {
  const point = openssl()?.pointOfScalar(scalar) ?? (await byWebCrypto(scalar));
  return point === undefined
    ? { point: pointOfScalar(scalar), byPlatform: false }
    : { point, byPlatform: true };
}
