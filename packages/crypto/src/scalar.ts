import { openssl } from '#openssl';
import { CURVE_ORDER, SCALAR_BYTES } from './constants.ts';
import { CryptoError } from './crypto-error.ts';
import { p256Point } from './curve.ts';
import { bytesToHex, hexToBytes } from './hex.ts';
import { webCrypto } from './platform.ts';
import { compressedForm } from './point.ts';
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
    throw new CryptoError('INVALID_SCALAR', 'Expected 32 bytes holding a number from 1 to n-1.');
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
