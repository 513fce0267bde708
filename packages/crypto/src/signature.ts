import { CURVE_ORDER, MAX_LOW_S, RAW_SIGNATURE_BYTES, SCALAR_BYTES } from './constants.ts';
import { CryptoError } from './crypto-error.ts';
import { bytesToHex } from './encodings.ts';

const HEX_OF_BYTE = 2;
/** Offsets in the hex of a DER signature: SEQUENCE, its length, INTEGER, its length, then r. */
const INTEGER_OF_R = 2 * HEX_OF_BYTE;
const LENGTH_OF_R = 3 * HEX_OF_BYTE;
const START_OF_R = 4 * HEX_OF_BYTE;

function hexOfByte(value: number): string {
  return value.toString(16).padStart(HEX_OF_BYTE, '0');
}

/** The digits of n/2, rounded down: 64 of them, the first below 8. */
const DIGITS_OF_MAX_LOW_S = MAX_LOW_S.toString(16);

/** Compares the digits of a minimal DER INTEGER with n/2, without converting them to a number. */
function isLow(digits: string): boolean {
  const { length } = DIGITS_OF_MAX_LOW_S;
  return digits.length < length || (digits.length === length && digits <= DIGITS_OF_MAX_LOW_S);
}

function lower(s: bigint): bigint {
  return s <= MAX_LOW_S ? s : CURVE_ORDER - s;
}

/** A minimal DER INTEGER: whole bytes, a zero byte in front if the top bit is set. */
function integer(value: bigint): string {
  const digits = value.toString(16);
  const whole = digits.length % HEX_OF_BYTE === 0 ? digits : `0${digits}`;
  // Stryker disable next-line EqualityOperator: `whole` has an even number of digits, so it is never `8` alone
  const positive = whole >= '8' ? `00${whole}` : whole;
  return `02${hexOfByte(positive.length / HEX_OF_BYTE)}${positive}`;
}

function sequence(content: string): string {
  return `30${hexOfByte(content.length / HEX_OF_BYTE)}${content}`;
}

/**
 * The same signature with s at most n/2, all in hex. Verifiers take s and n-s alike; always
 * emitting the lower one removes the choice.
 *
 * @param der hex of a DER signature, as OpenSSL returned it
 */
export function lowSDer(der: string): string {
  const endOfR = START_OF_R + HEX_OF_BYTE * Number.parseInt(der.slice(LENGTH_OF_R, START_OF_R), 16);
  const digits = der.slice(endOfR + INTEGER_OF_R);
  if (isLow(digits)) return der;
  return sequence(der.slice(INTEGER_OF_R, endOfR) + integer(CURVE_ORDER - BigInt(`0x${digits}`)));
}

/**
 * The signature as DER in hex, with s at most n/2.
 *
 * @param raw r then s, 32 bytes each, as WebCrypto returned it
 */
export function lowSDerOfRaw(raw: Uint8Array): string {
  const hex = bytesToHex(raw);
  const half = SCALAR_BYTES * HEX_OF_BYTE;
  const s = BigInt(`0x${hex.slice(half)}`);
  return sequence(integer(BigInt(`0x${hex.slice(0, half)}`)) + integer(lower(s)));
}

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
