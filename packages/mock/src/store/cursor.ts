import type { Position } from './ordered-list.ts';

const RADIX = 36;
const CURSOR = /^(-?[0-9a-z]{1,11})_([0-9a-z]{1,11})_([0-9a-z]{1,13})$/;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Returns a short fingerprint of the list and filter that a cursor belongs to. Not a secret. */
function fingerprint(list: string): string {
  let hash = FNV_OFFSET;
  for (let index = 0; index < list.length; index += 1) {
    hash = Math.imul(hash ^ list.charCodeAt(index), FNV_PRIME);
  }
  return (hash >>> 0).toString(RADIX);
}

/**
 * Encodes a position as a string that is opaque to the client, which sends it back.
 *
 * @param list text that names the list and its filter
 */
export function encodeCursor({ time, sequence }: Position, list: string): string {
  return `${time.toString(RADIX)}_${sequence.toString(RADIX)}_${fingerprint(list)}`;
}

/** Returns a cursor's position; undefined for text that is not a cursor of this list. */
export function decodeCursor(cursor: string, list: string): Position | undefined {
  const [, time, sequence, origin] = CURSOR.exec(cursor) ?? [];
  if (time === undefined || sequence === undefined) return undefined;
  if (origin !== fingerprint(list)) return undefined;
  return { time: Number.parseInt(time, RADIX), sequence: Number.parseInt(sequence, RADIX) };
}
