import type { RecordOf, Store, TableName } from './store.ts';

/** One record that a request created, changed or deleted. */
export interface Change {
  readonly kind: 'created' | 'updated' | 'deleted';
  readonly table: TableName;
  readonly id: string;
  /** Fields that differ, before and after; only for `updated`. */
  readonly fields?: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
}

/** Tables that hold the mock's own bookkeeping: writes to them are no change of a resource. */
const bookkeeping: ReadonlySet<TableName> = new Set([
  'challenges',
  'passkeyChallenges',
  'oneTimeCodes',
  'usedClientKeys',
  'storedAnswers',
  'agentTokens',
  'deviceCodes',
  'scheduledMoves',
]);

function differences(before: object, after: object): NonNullable<Change['fields']> {
  const old = before as Record<string, unknown>;
  const fresh = after as Record<string, unknown>;
  const names = new Set([...Object.keys(old), ...Object.keys(fresh)]);
  const changed = [...names].filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(fresh[name]),
  );
  return Object.fromEntries(
    changed.map((name) => [name, { before: old[name], after: fresh[name] }]),
  );
}

/** Writes to the store and tells what changed. All writes of one request go through one writer. */
export class Writer {
  readonly changes: Change[] = [];
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  insert<Name extends TableName>(name: Name, record: RecordOf<Name>): RecordOf<Name> {
    this.#store.table(name).insert(record);
    this.#tell({ kind: 'created', table: name, id: record.id });
    return record;
  }

  /** Changes fields of a record and returns the new one. */
  update<Name extends TableName>(
    name: Name,
    record: RecordOf<Name>,
    fields: Partial<RecordOf<Name>>,
  ): RecordOf<Name> {
    const updated = { ...record, ...fields };
    this.#store.table(name).replace(updated);
    if (!bookkeeping.has(name)) {
      const changed = differences(record, updated);
      this.#tell({ kind: 'updated', table: name, id: record.id, fields: changed });
    }
    return updated;
  }

  delete(name: TableName, id: string): void {
    this.#store.tables[name].delete(id);
    this.#tell({ kind: 'deleted', table: name, id });
  }

  #tell(change: Change): void {
    if (!bookkeeping.has(change.table)) this.changes.push(change);
  }
}
