import { indexed } from './indexed.ts';
import { OrderedList, type Position, type Row, type Span } from './ordered-list.ts';

/** A record with an id. Records are never changed in place, so that worlds can share them. */
export interface Entity {
  readonly id: string;
}

/** How a table orders its records, and the fields it finds them by. */
export interface TableLayout<Record extends Entity, Index extends string> {
  /** Returns the time in milliseconds by which records are ordered; equal ones by their creation. */
  readonly time?: (record: Record) => number;
  /** Returns the time in milliseconds of a record's last change; left out if none is asked for. */
  readonly changed?: (record: Record) => number;
  /** Fields to find records by: texts; a record without one is found by the empty text. */
  readonly indexes: readonly Index[];
  /** The values of an index that is not a field. */
  readonly keys?: IndexKeys<Record, Index>;
}

export type IndexKeys<Record, Index extends string> = {
  readonly [Name in Index]?: (record: Record) => readonly (string | undefined)[];
};

/** The plain form of a table: the next sequence number, and the records with their numbers. */
export interface TableState<Record> {
  readonly next: number;
  readonly rows: readonly (readonly [sequence: number, record: Record])[];
}

export interface PageRequest<Record, Index extends string> {
  readonly where?: { readonly index: Index; readonly value: string } | undefined;
  /** A further condition, which depends on the record alone. */
  readonly filter?: ((record: Record) => boolean) | undefined;
  /** Only records whose time, by which the table is ordered, is in a span. */
  readonly span?: Span | undefined;
  readonly changed?: Span | undefined;
  /** Names index and condition. With it, the records that match are found once and then kept. */
  readonly selection?: string | undefined;
  readonly descending: boolean;
  readonly after?: Position | undefined;
  readonly limit: number;
}

export interface PageOfRecords<Record> {
  readonly records: readonly Record[];
  /** Position of the last record; undefined if no record follows it. */
  readonly next: Position | undefined;
  readonly total: number;
}

/** The records that match a request, kept while records are written. */
interface Selection<Record> {
  readonly matches: (record: Record) => boolean;
  readonly list: OrderedList<Record>;
}

/** A list as short as this is read again each time. */
const SHORT = 100;
/** Selections that a table keeps; the one unused for longest is dropped. */
const MAX_SELECTIONS = 16;

export class Table<Record extends Entity, Index extends string = never> {
  readonly #layout: TableLayout<Record, Index>;
  readonly #rows = new Map<string, Row<Record>>();
  readonly #all = new OrderedList<Record>();
  readonly #changes = new OrderedList<Row<Record>>();
  readonly #indexes = new Map<Index, Map<string, OrderedList<Record>>>();
  readonly #selections = new Map<string, Selection<Record>>();
  readonly #changed: () => void;
  #next = 1;

  /** @param changed called after every write */
  constructor(layout: TableLayout<Record, Index>, changed: () => void = () => undefined) {
    this.#layout = layout;
    this.#changed = changed;
    for (const name of layout.indexes) this.#indexes.set(name, new Map());
  }

  get size(): number {
    return this.#rows.size;
  }

  get(id: string): Record | undefined {
    return this.#rows.get(id)?.record;
  }

  oldest(): Record | undefined {
    return this.#rows.values().next().value?.record;
  }

  /** Returns all records in the order of their creation, regardless of the layout's order. */
  created(): Record[] {
    return [...this.#rows.values()].map((row) => row.record);
  }

  all(): Record[] {
    return this.#all.rows.map((row) => row.record);
  }

  find(index: Index, value: string): Record[] {
    return this.#list(index, value)?.rows.map((row) => row.record) ?? [];
  }

  /** Returns the records whose indexed field has a value, in order, read one by one. */
  *each(index: Index, value: string): Generator<Record> {
    for (const row of this.#list(index, value)?.walk(false) ?? []) yield row.record;
  }

  /** Adds a record. @throws Error if the id is taken */
  insert(record: Record): void {
    if (this.#rows.has(record.id)) throw new Error(`The id ${record.id} is taken.`);
    this.#place(record, this.#next);
    this.#next += 1;
    this.#changed();
  }

  replace(record: Record): void {
    const row = this.#rows.get(record.id);
    if (row === undefined) throw new Error(`The table does not have the record ${record.id}.`);
    if (this.#movesIndexes(row, record)) {
      this.#unplace(row);
      this.#place(record, row.sequence);
    } else {
      this.#unselect(row);
      row.record = record;
      this.#select(row);
      this.#date(row);
    }
    this.#changed();
  }

  delete(id: string): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    this.#rows.delete(id);
    this.#unplace(row);
    this.#changed();
  }

  page(request: PageRequest<Record, Index>): PageOfRecords<Record> {
    const { where, descending, after, limit, span = {} } = request;
    const whole = where === undefined ? this.#all : this.#list(where.index, where.value);
    if (whole === undefined) return { records: [], next: undefined, total: 0 };
    const condition = this.#conditionOf(request);
    const kept = this.#selectionOf(request, whole, condition);
    const holds = kept === undefined ? condition : undefined;
    const list = kept ?? whole;
    const isIn = ({ record }: Row<Record>) => holds?.(record) !== false;
    const found: Row<Record>[] = [];
    for (const row of list.walk(descending, after, span)) {
      if (isIn(row)) found.push(row);
      if (found.length > limit) break;
    }
    const rows = found.slice(0, limit);
    const [start, end] = list.ends(span);
    const total =
      holds === undefined ? end - start : list.rows.slice(start, end).filter(isIn).length;
    const next = found.length > limit ? rows.at(-1) : undefined;
    return { records: rows.map((row) => row.record), next, total };
  }

  get state(): TableState<Record> {
    const rows = [...this.#rows.values()].map((row) => [row.sequence, row.record] as const);
    return { next: this.#next, rows };
  }

  set state(state: TableState<Record>) {
    for (const row of [...this.#rows.values()]) this.#unplace(row);
    this.#rows.clear();
    this.#selections.clear();
    for (const [sequence, record] of state.rows) this.#place(record, sequence, false);
    const changeOf = ({ record }: Row<Record>) => this.#layout.changed?.(record) ?? 0;
    const rows = [...this.#rows.values()].sort((left, right) => changeOf(left) - changeOf(right));
    for (const row of rows) this.#date(row);
    this.#next = state.next;
    this.#changed();
  }

  #list(index: Index, value: string): OrderedList<Record> | undefined {
    return this.#indexes.get(index)?.get(indexed(value));
  }

  /** Returns the condition of a request, its span of changes included; undefined if it has none. */
  #conditionOf({ filter, changed }: PageRequest<Record, Index>) {
    if (changed === undefined) return filter;
    const { from = -Infinity, to = Infinity } = changed;
    return (record: Record) => {
      const time = this.#layout.changed?.(record) ?? Number.NaN;
      return time >= from && time <= to && filter?.(record) !== false;
    };
  }

  /** Returns the records that match a request with a name, kept unless few have to be read for them. */
  #selectionOf(
    { where, changed, selection }: PageRequest<Record, Index>,
    whole: OrderedList<Record>,
    holds: ((record: Record) => boolean) | undefined,
  ): OrderedList<Record> | undefined {
    if (selection === undefined || holds === undefined || whole.length <= SHORT) return undefined;
    const name = JSON.stringify([selection, changed?.from, changed?.to]);
    const known = this.#selections.get(name);
    if (known !== undefined) {
      this.#selections.delete(name);
      this.#selections.set(name, known);
      return known.list;
    }
    const matches = (record: Record) =>
      (where === undefined || this.#keysOf(record, where.index).has(indexed(where.value))) &&
      holds(record);
    const rows = this.#changedIn(whole, changed);
    const list = new OrderedList(rows.filter(({ record }) => matches(record)));
    if (rows.length <= SHORT) return list;
    this.#selections.set(name, { matches, list });
    const [oldest = name] = this.#selections.keys();
    if (this.#selections.size > MAX_SELECTIONS) this.#selections.delete(oldest);
    return list;
  }

  /** Returns the rows of a list, or those that changed in a span if these are fewer. */
  #changedIn(list: OrderedList<Record>, span: Span | undefined): readonly Row<Record>[] {
    if (span === undefined) return list.rows;
    const [start, end] = this.#changes.ends(span);
    if (end - start > list.length) return list.rows;
    return this.#changes.rows.slice(start, end).map(({ record }) => record);
  }

  /** Gives a row, or no longer, its place in the order of changes. */
  #date(row: Row<Record>, isGone = false): void {
    const time = isGone ? undefined : this.#layout.changed?.(row.record);
    if (row.change?.time === time) return;
    if (row.change !== undefined) this.#changes.remove(row.change);
    row.change = time === undefined ? undefined : { record: row, time, sequence: row.sequence };
    if (row.change !== undefined) this.#changes.add(row.change);
  }

  #select(row: Row<Record>): void {
    for (const { list, matches } of this.#selections.values()) {
      if (matches(row.record)) list.add(row);
    }
  }

  #unselect(row: Row<Record>): void {
    for (const { list } of this.#selections.values()) list.remove(row);
  }

  #movesIndexes(row: Row<Record>, record: Record): boolean {
    return (
      row.time !== (this.#layout.time?.(record) ?? 0) ||
      this.#layout.indexes.some((name) => {
        const [before, after] = [row.record, record].map((each) => [...this.#keysOf(each, name)]);
        return String(before) !== String(after);
      })
    );
  }

  #place(record: Record, sequence: number, isDated = true): void {
    const row: Row<Record> = { record, sequence, time: this.#layout.time?.(record) ?? 0 };
    this.#rows.set(record.id, row);
    this.#all.add(row);
    this.#select(row);
    if (isDated) this.#date(row);
    for (const [name, lists] of this.#indexes) {
      for (const value of this.#keysOf(record, name)) {
        const list = lists.get(value) ?? new OrderedList<Record>();
        list.add(row);
        lists.set(value, list);
      }
    }
  }

  #unplace(row: Row<Record>): void {
    this.#all.remove(row);
    this.#unselect(row);
    this.#date(row, true);
    for (const [name, lists] of this.#indexes) {
      for (const value of this.#keysOf(row.record, name)) {
        const list = lists.get(value);
        list?.remove(row);
        if (list?.length === 0) lists.delete(value);
      }
    }
  }

  #keysOf(record: Record, index: Index): Set<string> {
    const value: unknown = Object.hasOwn(record, index) && Reflect.get(record, index);
    const keys = this.#layout.keys?.[index]?.(record) ?? [typeof value === 'string' ? value : ''];
    return new Set(keys.flatMap((key) => (key === undefined ? [] : [indexed(key)])));
  }
}
