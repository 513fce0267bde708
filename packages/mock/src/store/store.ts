import type { RandomState } from '../random.ts';
import { MockUsageError } from '../usage-error.ts';
import { type Entity, Table, type TableLayout, type TableState } from './table.ts';
import type { AnyTableHandle, TableHandle } from './table-handle.ts';

type TablesState = Readonly<Record<string, TableState<Entity>>>;

export class Store {
  readonly #tables = new Map<string, Table<Entity, string>>();
  readonly #handles: readonly AnyTableHandle[];

  /**
   * @param changed called after every write
   * @throws Error if two tables have the same name
   */
  constructor(handles: Iterable<AnyTableHandle>, changed: () => void) {
    this.#handles = [...handles];
    for (const { name, layout } of this.#handles) {
      if (this.#tables.has(name)) throw new Error(`Two tables are named ${name}.`);
      const anyLayout = layout as unknown as TableLayout<Entity, string>;
      this.#tables.set(name, new Table(anyLayout, changed));
    }
  }

  copy(state: TablesState): Store {
    const copy = new Store(this.#handles, () => undefined);
    copy.state = state;
    return copy;
  }

  /** Returns a table. @throws Error if the table does not belong to this store */
  table<Record extends Entity, Index extends string>(
    handle: TableHandle<string, Record, Index>,
  ): Table<Record, Index> {
    const table = this.#tables.get(handle.name);
    if (table !== undefined) return table as unknown as Table<Record, Index>;
    throw new Error(`The table ${handle.name} is not declared by an area of this mock.`);
  }

  /** Returns the records themselves, shared with the store: copy them before returning them to callers. */
  get state(): TablesState {
    return Object.fromEntries([...this.#tables].map(([name, table]) => [name, table.state]));
  }

  /** Replaces all records. @throws MockUsageError for an unknown table */
  set state(state: TablesState) {
    const unknown = Object.keys(state).filter((name) => !this.#tables.has(name));
    if (unknown.length > 0) {
      const message = `are not tables; allowed: ${[...this.#tables.keys()].join(', ')}`;
      throw new MockUsageError('The state is not one of this mock', [
        { path: unknown.join(', '), message },
      ]);
    }
    for (const [name, table] of this.#tables) {
      table.state = Object.hasOwn(state, name)
        ? (state[name] ?? { next: 1, rows: [] })
        : { next: 1, rows: [] };
    }
  }
}

/** The whole state of a mock as plain JSON: records, ledger, events, time and randomness. */
export interface Snapshot<Tables = TablesState> {
  readonly version: 1;
  /** Time of the mock's clock, milliseconds since 1970. */
  readonly now: number;
  /** The seed of the mock; left out by earlier versions. */
  readonly seed?: string | number;
  readonly random: RandomState;
  readonly tables: Tables;
}
