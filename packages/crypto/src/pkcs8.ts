import { hexToBytes } from './hex.ts';

/** PKCS#8 around an RFC 5915 key, up to the 32-byte scalar; lengths are those with the point. */
const BEFORE_SCALAR = '308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420';
/** The context tag and BIT STRING header that lead to the 65-byte point. */
const BEFORE_POINT = 'a144034200';
/** PKCS#8 up to the scalar, with the lengths of a key that ends there. */
const BEFORE_SCALAR_ALONE =
  '3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420';

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/**
 * Encodes a P-256 private key **with** its public point as PKCS#8: without it Safari cannot import.
 * Holds the scalar: the caller wipes it.
 */
export function encodePkcs8(scalar: Uint8Array, point: Uint8Array): Uint8Array<ArrayBuffer> {
  return joined(hexToBytes(BEFORE_SCALAR), scalar, hexToBytes(BEFORE_POINT), point);
}

/**
 * Encodes a P-256 private key as PKCS#8 without its public point, for platforms that derive it.
 * Holds the scalar: the caller wipes it.
 */
export function encodePkcs8WithoutPoint(scalar: Uint8Array): Uint8Array<ArrayBuffer> {
  return joined(hexToBytes(BEFORE_SCALAR_ALONE), scalar);
}
