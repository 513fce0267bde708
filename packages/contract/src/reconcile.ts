import type { Reconcile } from './operation.ts';

type Fields = Readonly<Record<string, unknown>>;

function isSame(wanted: unknown, found: unknown): boolean {
  return JSON.stringify(wanted) === JSON.stringify(found);
}

/**
 * Reads the resource by its id and compares every field of the change with what it shows. A field
 * that the answer does not show leaves the question open.
 */
export function byFields(read: string, id: string): Reconcile {
  return {
    read,
    input: (change) => ({ [id]: change[id] }),
    isApplied(change: Fields, resource: Fields) {
      const wanted = Object.entries(change).filter(([name]) => name !== id);
      if (wanted.some(([name, value]) => name in resource && !isSame(value, resource[name]))) {
        return false;
      }
      return wanted.every(([name]) => name in resource) ? true : undefined;
    },
  };
}

/** Reads the resource by its id; the change shows as one field with one value. */
export function byValue(read: string, id: string, field: string, value: unknown): Reconcile {
  return {
    read,
    input: (change) => ({ [id]: change[id] }),
    isApplied: (_change, resource) => resource[field] === value,
  };
}
