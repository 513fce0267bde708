type Fields = Readonly<Record<string, unknown>>;

/** What a look at the service says of a write. */
export type Evidence = 'applied' | 'not-applied' | 'unknown';

/** Reads one resource and compares. */
export interface ReconcileByRead {
  readonly by: 'read';
  /** Name of the operation that reads the resource. */
  readonly read: string;
  /** Input of the read, from the input of the write. */
  readonly input: (write: Fields) => Fields;
  /** Whether the resource shows the write. `found` is undefined where the read says 404 or 410. */
  readonly isApplied: (write: Fields, found: Fields | undefined) => boolean | undefined;
  /** Whether a later write may hide this one: then only a resource unchanged since says that it was not applied. */
  readonly canBeHidden?: boolean;
}

/** Walks a list and looks for the item the write would have made or changed. */
export interface ReconcileByList {
  readonly by: 'list';
  /** Name of the list operation. */
  readonly read: string;
  /** Input of the list, from the input of the write; undefined where the input does not suffice. */
  readonly input: (write: Fields) => Fields | undefined;
  /**
   * What an item says of the write; undefined where it is another one. `sentAt` is when the write
   * left, ISO 8601.
   */
  readonly matches: (write: Fields, item: Fields, sentAt: string) => Evidence | undefined;
  /** What it means when no item is the one in question. */
  readonly whenAbsent: Evidence;
  /** Whether a later write may hide this one: then only an item unchanged since says that it was not applied. */
  readonly canBeHidden?: boolean;
}

/**
 * Sends the first leg again, which changes nothing: 404 or 409 says that the write was applied, a
 * challenge that it was not.
 */
export interface ReconcileByFirstLeg {
  readonly by: 'first-leg';
}

/** Repeating the operation does no harm; `why` says what a repeat does. */
export interface ReconcileByRepeat {
  readonly by: 'repeat';
  readonly why: string;
}

/** No request can tell; `why` says what to look at instead. */
export interface ReconcileByHand {
  readonly by: 'hand';
  readonly why: string;
}

/** How to find out whether a write whose response was lost has been applied. */
export type Reconcile =
  | ReconcileByRead
  | ReconcileByList
  | ReconcileByFirstLeg
  | ReconcileByRepeat
  | ReconcileByHand;

function isSame(wanted: unknown, found: unknown): boolean {
  return JSON.stringify(wanted) === JSON.stringify(found);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether a resource shows what a write set: every field, of objects the fields that were written.
 * Undefined where it shows nothing else but leaves some of them out.
 */
function showsFields(wanted: Fields, found: Fields): boolean | undefined {
  const shown = Object.entries(wanted).map(([name, value]) => {
    if (!(name in found)) return undefined;
    const other = found[name];
    return isObject(value) && isObject(other) ? showsFields(value, other) : isSame(value, other);
  });
  if (shown.includes(false)) return false;
  return shown.includes(undefined) ? undefined : true;
}

function without(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/**
 * Reads the resource by its id and compares every field of the write with what the read shows. A
 * field that the response does not show leaves the question open.
 */
export function byFields(read: string, id: string): ReconcileByRead {
  return {
    by: 'read',
    read,
    input: (write) => ({ [id]: write[id] }),
    isApplied: (write, found) =>
      found === undefined ? undefined : showsFields(without(write, id), found),
    canBeHidden: true,
  };
}

/** Reads the resource by its id; the write shows as one field with one value. */
export function byValue(read: string, id: string, field: string, value: unknown): ReconcileByRead {
  const at = (found: Fields) =>
    field.split('.').reduce<unknown>((part, name) => (part as Fields | undefined)?.[name], found);
  return {
    by: 'read',
    read,
    input: (write) => ({ [id]: write[id] }),
    isApplied: (_write, found) => (found === undefined ? undefined : isSame(value, at(found))),
  };
}

/**
 * Reads the resource by its id: the write shows as a field that no longer has one of the values it had
 * before.
 */
export function byLeaving(
  read: string,
  id: string,
  field: string,
  before: readonly string[],
): ReconcileByRead {
  return {
    by: 'read',
    read,
    input: (write) => ({ [id]: write[id] }),
    isApplied(_write, found) {
      const value = found?.[field];
      return typeof value === 'string' ? !before.includes(value) : undefined;
    },
  };
}

/** Reads the resource by its id: a deletion shows as 404 or 410, or as the flag `isDeleted`. */
export function byAbsence(read: string, id: string): ReconcileByRead {
  return {
    by: 'read',
    read,
    input: (write) => ({ [id]: write[id] }),
    isApplied: (_write, found) => found === undefined || found.isDeleted === true,
  };
}

/** Walks a list for an item that carries the given fields of the write. */
export function byListed(
  read: string,
  options: {
    /** Fields of the write that become the list's filters. All must be there. */
    readonly filter: readonly string[];
    readonly matches: ReconcileByList['matches'];
    readonly whenAbsent?: ReconcileByList['whenAbsent'];
  },
): ReconcileByList {
  const { filter, matches, whenAbsent = 'not-applied' } = options;
  return {
    by: 'list',
    read,
    input(write) {
      if (filter.some((name) => write[name] === undefined)) return undefined;
      return Object.fromEntries(filter.map((name) => [name, write[name]]));
    },
    matches,
    whenAbsent,
  };
}

/** Walks a list for the changed item by its id and compares every field of the write. */
export function byListedFields(read: string, id: string): ReconcileByList {
  return {
    by: 'list',
    read,
    input: () => ({}),
    matches(write, item) {
      if (item.id !== write[id]) return undefined;
      const shows = showsFields(without(write, id), item);
      if (shows === undefined) return 'unknown';
      return shows ? 'applied' : 'not-applied';
    },
    whenAbsent: 'unknown',
    canBeHidden: true,
  };
}

function isCreatedSince(item: Fields, sentAt: string): boolean {
  const { createdAt } = item;
  return typeof createdAt === 'string' && Date.parse(createdAt) >= Date.parse(sentAt) - 60_000;
}

/**
 * Walks a list for the item a creation would have made. With an id of the caller's own, that id
 * decides. Without one, an item created since the write left (clocks may differ by a minute) may come
 * from another write: then the outcome stays unknown.
 */
export function byCreated(read: string, filter: readonly string[], ownId: string): ReconcileByList {
  return byListed(read, {
    filter,
    matches(write, item, sentAt) {
      const wanted = write[ownId];
      if (wanted !== undefined) return item[ownId] === wanted ? 'applied' : undefined;
      return isCreatedSince(item, sentAt) ? 'unknown' : undefined;
    },
  });
}

/** Sends the first leg again; see `ReconcileByFirstLeg`. */
export const byFirstLeg: ReconcileByFirstLeg = { by: 'first-leg' };

/** Declares that repeating the operation does no harm. */
export function byRepeat(why: string): ReconcileByRepeat {
  return { by: 'repeat', why };
}

/** Declares that no request can tell. */
export function byHand(why: string): ReconcileByHand {
  return { by: 'hand', why };
}
