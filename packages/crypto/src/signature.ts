import { CURVE_ORDER, RAW_SIGNATURE_BYTES, SCALAR_BYTES } from './constants.ts';
import { CryptoError } from './crypto-error.ts';
import { bytesToHex } from './hex.ts';

const SEQUENCE = 0x30;
const INTEGER = 0x02;

function refuse(detail: string): never {
  throw new CryptoError('INVALID_SIGNATURE', detail);
}

function toNumber(half: Uint8Array): bigint {
  return BigInt(`0x${bytesToHex(half)}`);
}

function assertRaw(raw: Uint8Array): void {
  if (raw.length !== RAW_SIGNATURE_BYTES) refuse('Expected a raw signature of 64 bytes.');
  for (const half of [raw.subarray(0, SCALAR_BYTES), raw.subarray(SCALAR_BYTES)]) {
    const value = toNumber(half);
    if (value === 0n || value >= CURVE_ORDER) refuse('r and s must be from 1 to n-1.');
  }
}

function derInteger(half: Uint8Array): number[] {
  let start = 0;
  while (half[start] === 0) start += 1;
  const magnitude = half.subarray(start);
  const sign = (magnitude[0] ?? 0) >= 0x80 ? [0] : [];
  return [INTEGER, sign.length + magnitude.length, ...sign, ...magnitude];
}

/**
 * Encodes a raw signature (r then s, 32 bytes each) as ASN.1 DER: minimal unsigned integers, a zero
 * byte in front if the top bit is set. At most 72 bytes.
 *
 * @throws CryptoError `INVALID_SIGNATURE`
 */
export function rawSignatureToDer(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  assertRaw(raw);
  const r = derInteger(raw.subarray(0, SCALAR_BYTES));
  const s = derInteger(raw.subarray(SCALAR_BYTES));
  return Uint8Array.of(SEQUENCE, r.length + s.length, ...r, ...s);
}

/** Reads the integer at `start` into `target`, right-aligned, and returns the offset after it. */
function readInteger(der: Uint8Array, start: number, target: Uint8Array): number {
  const length = der[start + 1] ?? 0;
  const end = start + 2 + length;
  // Stryker disable next-line ConditionalExpression: an INTEGER without bytes is read as 0, which `assertRaw` refuses
  if (der[start] !== INTEGER || length === 0) refuse('Expected an INTEGER.');
  const first = der[start + 2] ?? 0;
  const second = der[start + 3] ?? 0;
  if (first >= 0x80) refuse('An INTEGER is negative.');
  // Stryker disable next-line ConditionalExpression: a single zero byte is read as 0, which `assertRaw` refuses
  if (first === 0 && (length === 1 || second < 0x80)) refuse('An INTEGER is zero or not minimal.');
  const magnitude = der.subarray(first === 0 ? start + 3 : start + 2, end);
  if (magnitude.length > SCALAR_BYTES) refuse('An INTEGER is too long.');
  target.set(magnitude, SCALAR_BYTES - magnitude.length);
  return end;
}

/**
 * Decodes an ASN.1 DER signature to r then s, 32 bytes each. Strict: only the one encoding that
 * {@link rawSignatureToDer} returns is accepted, and r and s must be from 1 to n-1. High s is
 * accepted.
 *
 * @throws CryptoError `INVALID_SIGNATURE`
 */
export function derSignatureToRaw(der: Uint8Array): Uint8Array<ArrayBuffer> {
  // Stryker disable next-line ConditionalExpression,EqualityOperator: two INTEGERs of at most 33 bytes do not fill 128 bytes, and more bytes are refused
  if (der[0] !== SEQUENCE || der[1] !== der.length - 2 || der[1] >= 0x80) {
    refuse('Expected a SEQUENCE that spans the signature.');
  }
  const raw = new Uint8Array(RAW_SIGNATURE_BYTES);
  const middle = readInteger(der, 2, raw.subarray(0, SCALAR_BYTES));
  const end = readInteger(der, middle, raw.subarray(SCALAR_BYTES));
  if (end !== der.length) refuse('Bytes follow the second INTEGER.');
  assertRaw(raw);
  return raw;
}
