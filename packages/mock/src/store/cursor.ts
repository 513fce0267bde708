import { base64urlToBytes, bytesToBase64url } from '@org/payments-crypto';
import type { Position } from './ordered-list.ts';

/** Encodes a position as the opaque text a client sends back. */
export function encodeCursor({ time, sequence }: Position): string {
  return bytesToBase64url(new TextEncoder().encode(`${time}.${sequence}`));
}

/** The position of a cursor, or undefined for text that is none. */
export function decodeCursor(cursor: string): Position | undefined {
  try {
    const text = new TextDecoder().decode(base64urlToBytes(cursor));
    const match = /^(-?\d+)\.(\d+)$/.exec(text);
    return match === null ? undefined : { time: Number(match[1]), sequence: Number(match[2]) };
  } catch {
    return undefined;
  }
}
