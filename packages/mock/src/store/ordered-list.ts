/** A record with its place in the order of its table: by time, then by order of creation. */
export interface Row<Record> {
  record: Record;
  readonly time: number;
  readonly sequence: number;
  /** Its place in the order of changes. */
  change?: Row<Row<Record>> | undefined;
}

export interface Position {
  readonly time: number;
  readonly sequence: number;
}

/** A span of time; both ends are included. */
export interface Span {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

function compare(left: Position, right: Position): number {
  return left.time - right.time || left.sequence - right.sequence;
}

/** Rows kept in order. Finding a place takes logarithmic time, whatever the length. */
export class OrderedList<Record> {
  readonly #rows: Row<Record>[];

  constructor(rows: readonly Row<Record>[] = []) {
    this.#rows = [...rows].sort(compare);
  }

  get length(): number {
    return this.#rows.length;
  }

  get rows(): readonly Row<Record>[] {
    return this.#rows;
  }

  #countUpTo(position: Position): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const row = this.#rows[middle];
      if (row !== undefined && compare(row, position) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  add(row: Row<Record>): void {
    const last = this.#rows.at(-1);
    if (last === undefined || compare(last, row) < 0) this.#rows.push(row);
    else this.#rows.splice(this.#countUpTo(row), 0, row);
  }

  has(row: Row<Record>): boolean {
    return this.#rows[this.#countUpTo(row) - 1] === row;
  }

  remove(row: Row<Record>): void {
    if (this.has(row)) this.#rows.splice(this.#countUpTo(row) - 1, 1);
  }

  ends({ from = -Infinity, to = Infinity }: Span): readonly [start: number, end: number] {
    const start = this.#countUpTo({ time: from, sequence: -Infinity });
    return [start, Math.max(start, this.#countUpTo({ time: to, sequence: Infinity }))];
  }

  /** Iterates over the rows of a span after a position, in either direction, or over all of them. */
  *walk(descending: boolean, after?: Position, span: Span = {}): Generator<Row<Record>> {
    const rows = this.#rows;
    const [start, end] = this.ends(span);
    if (descending) {
      let index = after === undefined ? end : Math.min(end, this.#countUpTo(after));
      const atIt = rows[index - 1];
      if (after !== undefined && atIt !== undefined && compare(atIt, after) === 0) index -= 1;
      for (index -= 1; index >= start; index -= 1) yield rows[index] as Row<Record>;
    } else {
      let index = after === undefined ? start : Math.max(start, this.#countUpTo(after));
      for (; index < end; index += 1) yield rows[index] as Row<Record>;
    }
  }
}

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

/** Encodes a position as an opaque text, bound to the list and its filter. */
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
