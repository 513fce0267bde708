import type { Change, World, Write } from '../world.ts';
import type { Entity } from './table.ts';
import type { TableHandle } from './table-handle.ts';

export type { Change } from '../world.ts';

function differences(before: object, after: object): NonNullable<Change['fields']> {
  const old = new Map<string, unknown>(Object.entries(before));
  const fresh = new Map<string, unknown>(Object.entries(after));
  const names = new Set([...old.keys(), ...fresh.keys()]);
  const changed = [...names].filter(
    (name) => JSON.stringify(old.get(name)) !== JSON.stringify(fresh.get(name)),
  );
  return Object.fromEntries(
    changed.map((name) => [name, { before: old.get(name), after: fresh.get(name) }]),
  );
}

/** Returns the record without undefined fields, because records are plain JSON. */
function withoutUndefined<Record extends Entity>(record: Record): Record {
  if (!Object.values(record).includes(undefined)) return record;
  const entries = Object.entries(record).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as Record;
}

/**
 * Writes to the store, records what changed, and runs the rules that tables attach to a change:
 * their events and their follow-up changes. All writes of one request go through one writer.
 */
export class Writer implements Write {
  readonly changes: Change[] = [];
  readonly #world: World;
  readonly #at: number | undefined;

  /** @param at time of the writes, if it is not the clock's: for a change that was due earlier */
  constructor(world: World, at?: number) {
    this.#world = world;
    this.#at = at;
  }

  get now(): number {
    return this.#at ?? this.#world.clock.now();
  }

  insert<Record extends Entity, Index extends string>(
    handle: TableHandle<string, Record, Index>,
    record: Record,
  ): Record {
    const fresh = withoutUndefined(record);
    handle.in(this.#world).insert(fresh);
    this.#record(handle, { kind: 'created', table: handle.name, id: record.id });
    this.#follow(handle, undefined, fresh);
    return fresh;
  }

  update<Record extends Entity, Index extends string>(
    handle: TableHandle<string, Record, Index>,
    record: Record,
    fields: Partial<Record>,
  ): Record {
    const updated = withoutUndefined({ ...record, ...fields });
    handle.in(this.#world).replace(updated);
    if (!handle.isBookkeeping) {
      const changed = differences(record, updated);
      this.#record(handle, {
        kind: 'updated',
        table: handle.name,
        id: record.id,
        fields: changed,
      });
      this.#follow(handle, record, updated);
    }
    return updated;
  }

  delete<Record extends Entity, Index extends string>(
    handle: TableHandle<string, Record, Index>,
    id: string,
  ): void {
    const record = handle.in(this.#world).get(id);
    if (record === undefined) return;
    handle.in(this.#world).delete(id);
    this.#record(handle, { kind: 'deleted', table: handle.name, id });
    this.#follow(handle, record, undefined);
  }

  #record(handle: { readonly isBookkeeping: boolean }, change: Change): void {
    if (!handle.isBookkeeping) this.changes.push(change);
  }

  #follow(handle: { readonly name: string }, before?: Entity, after?: Entity): void {
    const rules = this.#world.rules.get(handle.name);
    rules?.written({ world: this.#world, write: this }, before, after);
  }
}
