import { CURVE_ORDER, MAX_LOW_S } from './constants.ts';

const HEX_OF_BYTE = 2;
/** Offsets in the hex of a DER signature: SEQUENCE, its length, INTEGER, its length, then r. */
const LENGTH_OF_R = 3 * HEX_OF_BYTE;
const START_OF_R = 4 * HEX_OF_BYTE;

function hexOfByte(value: number): string {
  return value.toString(16).padStart(HEX_OF_BYTE, '0');
}

/**
 * The same signature with s at most n/2, all in hex. Verifiers take s and n-s alike; emitting always
 * the lower leaves nobody the choice.
 *
 * @param der hex of a well-formed DER signature, as OpenSSL or our own encoder made it
 */
export function lowSDer(der: string): string {
  const endOfR = START_OF_R + HEX_OF_BYTE * Number.parseInt(der.slice(LENGTH_OF_R, START_OF_R), 16);
  const s = BigInt(`0x${der.slice(endOfR + START_OF_R / 2)}`);
  if (s <= MAX_LOW_S) return der;
  const digits = (CURVE_ORDER - s).toString(16);
  const low = digits.length % HEX_OF_BYTE === 0 ? digits : `0${digits}`;
  const positive = low >= '8' ? `00${low}` : low;
  const r = der.slice(START_OF_R / 2, endOfR);
  const body = `${r}02${hexOfByte(positive.length / HEX_OF_BYTE)}${positive}`;
  return `30${hexOfByte(body.length / HEX_OF_BYTE)}${body}`;
}
