import type { Position } from './ordered-list.ts';

const RADIX = 36;
const CURSOR = /^(-?[0-9a-z]{1,11})_([0-9a-z]{1,11})$/;

/** Encodes a position as the text a client sends back; opaque to the client. */
export function encodeCursor({ time, sequence }: Position): string {
  return `${time.toString(RADIX)}_${sequence.toString(RADIX)}`;
}

/** The position of a cursor, or undefined for text that is none. */
export function decodeCursor(cursor: string): Position | undefined {
  const [, time, sequence] = CURSOR.exec(cursor) ?? [];
  if (time === undefined || sequence === undefined) return undefined;
  return { time: Number.parseInt(time, RADIX), sequence: Number.parseInt(sequence, RADIX) };
}
