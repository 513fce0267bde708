import type { Entity, Table, TableLayout } from './table.ts';

interface HasStore {
  readonly store: {
    table<Record extends Entity, Index extends string>(
      handle: TableHandle<string, Record, Index>,
    ): Table<Record, Index>;
  };
}

/** The declaration of a table, and the key to it: `cards.in(world)` needs no central list of tables. */
export interface TableHandle<
  Name extends string = string,
  Record extends Entity = Entity,
  Index extends string = string,
> {
  readonly name: Name;
  readonly layout: TableLayout<Record, Index>;
  /** Whether it is the mock's bookkeeping, to which writes are not changes of a resource. */
  readonly isBookkeeping: boolean;
  in(world: HasStore): Table<Record, Index>;
}

export interface AnyTableHandle {
  readonly name: string;
  readonly layout: TableLayout<never, string>;
  readonly isBookkeeping: boolean;
}

declare const recordKey: unique symbol;

/** Carries a record type into a declaration; has no value. */
export interface RecordType<Record> {
  readonly [recordKey]?: Record;
}

/** Sets the record type of a declaration: `record: recordOf<Card>()`. */
export function recordOf<Record extends Entity>(): RecordType<Record> {
  return {};
}

export function bookkeeping<const Name extends string, Record extends Entity, Index extends string>(
  name: Name,
  _record: RecordType<Record>,
  layout: Partial<TableLayout<Record, Index>> = {},
): TableHandle<Name, Record, Index> {
  return tableHandle(name, { indexes: [], ...layout }, true);
}

export function tableHandle<Name extends string, Record extends Entity, Index extends string>(
  name: Name,
  layout: TableLayout<Record, Index>,
  isBookkeeping: boolean,
): TableHandle<Name, Record, Index> {
  const handle: TableHandle<Name, Record, Index> = {
    name,
    layout,
    isBookkeeping,
    in: ({ store }) => store.table(handle),
  };
  return handle;
}
