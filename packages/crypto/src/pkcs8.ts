import { hexToBytes } from './hex.ts';

/** PKCS#8 around an RFC 5915 key, up to the 32-byte scalar; lengths are those with the point. */
const BEFORE_SCALAR = '308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420';
/** The context tag and BIT STRING header that lead to the 65-byte point. */
const BEFORE_POINT = 'a144034200';

/**
 * PKCS#8 of a P-256 private key **with** its public point: without it Safari cannot import.
 * Holds the scalar: the caller wipes it.
 */
export function encodePkcs8(scalar: Uint8Array, point: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = hexToBytes(BEFORE_SCALAR);
  const middle = hexToBytes(BEFORE_POINT);
  const bytes = new Uint8Array(head.length + scalar.length + middle.length + point.length);
  bytes.set(head);
  bytes.set(scalar, head.length);
  bytes.set(middle, head.length + scalar.length);
  bytes.set(point, head.length + scalar.length + middle.length);
  return bytes;
}
