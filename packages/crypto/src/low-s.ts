import { CURVE_ORDER, MAX_LOW_S, SCALAR_BYTES } from './constants.ts';
import { bytesToHex } from './hex.ts';

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
