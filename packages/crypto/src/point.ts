import { openssl } from '#openssl';
import { COMPRESSED_POINT_BYTES, UNCOMPRESSED_POINT_BYTES } from './constants.ts';
import { CryptoError } from './crypto-error.ts';
import { p256Point } from './curve.ts';

type Form = 'compressed' | 'uncompressed';

function convert(point: Uint8Array, form: Form, refusal: string): Uint8Array<ArrayBuffer> {
  try {
    return (
      openssl()?.convertPoint(point, form) ??
      Uint8Array.from(
        p256Point()
          .fromBytes(point)
          .toBytes(form === 'compressed'),
      )
    );
  } catch {
    throw new CryptoError('INVALID_POINT', refusal);
  }
}

/**
 * Compresses an uncompressed SEC1 point: 65 bytes with prefix `04` to 33 with prefix `02` or `03`.
 *
 * @throws CryptoError `INVALID_POINT` also for a point that is not on the curve
 */
export function compressPoint(point: Uint8Array): Uint8Array<ArrayBuffer> {
  const refusal = 'Expected an uncompressed P-256 point of 65 bytes.';
  if (point.length !== UNCOMPRESSED_POINT_BYTES || point[0] !== 4) {
    throw new CryptoError('INVALID_POINT', refusal);
  }
  return convert(point, 'compressed', refusal);
}

/** The compressed form of an uncompressed point that is known to be on the curve. */
export function compressedForm(point: Uint8Array): Uint8Array<ArrayBuffer> {
  const compressed = point.slice(0, COMPRESSED_POINT_BYTES);
  compressed[0] = 2 + ((point.at(-1) ?? 0) & 1);
  return compressed as Uint8Array<ArrayBuffer>;
}

/**
 * Decompresses a compressed SEC1 point: 33 bytes with prefix `02` or `03` to 65 with prefix `04`.
 *
 * @throws CryptoError `INVALID_POINT` also if no point has this x coordinate
 */
export function decompressPoint(point: Uint8Array): Uint8Array<ArrayBuffer> {
  const refusal = 'Expected a compressed P-256 point of 33 bytes.';
  if (point.length !== COMPRESSED_POINT_BYTES || (point[0] !== 2 && point[0] !== 3)) {
    throw new CryptoError('INVALID_POINT', refusal);
  }
  return convert(point, 'uncompressed', refusal);
}
