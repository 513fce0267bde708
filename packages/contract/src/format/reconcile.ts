import { type Fields, isFields } from './fields.ts';

/** The result of a read about a write. */
export type Evidence = 'applied' | 'not-applied' | 'unknown';

/** Reads one resource and compares. */
export interface ReconcileByRead {
  readonly by: 'read';
  /** Name of the operation that reads the resource. */
  readonly read: string;
  /** Input of the read, from the input of the write. */
  readonly input: (write: Fields) => Fields;
  /** Whether the resource shows the write. `found` is undefined if the read responds with 404 or 410. */
  readonly isApplied: (write: Fields, found: Fields | undefined) => boolean | undefined;
  /**
   * Whether a later write may hide this one. If so, only a resource that has not changed since
   * proves that it was not applied.
   */
  readonly canBeHidden?: boolean;
}

/** Walks a list and looks for the item the write would have created or changed. */
export interface ReconcileByList {
  readonly by: 'list';
  /** Name of the list operation. */
  readonly read: string;
  /** Input of the list, from the input of the write; undefined if the input is not sufficient. */
  readonly input: (write: Fields) => Fields | undefined;
  /**
   * The result of an item about the write; undefined for an unrelated item. `sentAt` is when the
   * write was sent, ISO 8601.
   */
  readonly matches: (write: Fields, item: Fields, sentAt: string) => Evidence | undefined;
  /** The field with an id that the caller may choose for what the write creates. */
  readonly ownId?: string;
  /** The conclusion if no item is related to the write. */
  readonly whenAbsent: Evidence;
  /**
   * Whether a later write may hide this one. If so, only an item that has not changed since proves
   * that it was not applied.
   */
  readonly canBeHidden?: boolean;
}

/**
 * Sends the first leg again, which changes nothing: 404 means that the write was applied, a challenge
 * that it was not.
 */
export interface ReconcileByFirstLeg {
  readonly by: 'first-leg';
}

/** The operation can safely be repeated; `why` describes the effect of a repeat. */
export interface ReconcileByRepeat {
  readonly by: 'repeat';
  readonly why: string;
}

/** No request shows whether the write was applied; `why` names what to check instead. */
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

/**
 * Returns whether a resource shows every value that a write set; of an object, only the written
 * fields are compared. Undefined if no value differs but some are not shown.
 */
function showsFields(wanted: Fields, found: Fields): boolean | undefined {
  const shown = Object.entries(wanted).map(([name, value]) => {
    if (!(name in found)) return undefined;
    const other = found[name];
    return isFields(value) && isFields(other) ? showsFields(value, other) : isSame(value, other);
  });
  if (shown.includes(false)) return false;
  return shown.includes(undefined) ? undefined : true;
}

function without(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Reads the resource by its id; `isApplied` decides whether it shows the write. */
function byRead(
  read: string,
  id: string,
  isApplied: ReconcileByRead['isApplied'],
): ReconcileByRead {
  return { by: 'read', read, input: (write) => ({ [id]: write[id] }), isApplied };
}

/**
 * Reads the resource by its id and compares every field of the write with the resource. A
 * field that the response does not show leaves the outcome unknown.
 *
 * @param shows how the written fields are compared, where the resource shows them in another form
 */
export function byFields(read: string, id: string, shows = showsFields): ReconcileByRead {
  const rule = byRead(read, id, (write, found) =>
    found === undefined ? undefined : shows(without(write, id), found),
  );
  return { ...rule, canBeHidden: true };
}

/**
 * Reads the resource by its id. The write was applied if one field has one of its values.
 *
 * @param unclear values that the write, but also something else, can lead to
 */
export function byValue(
  read: string,
  id: string,
  field: string,
  values: readonly unknown[],
  unclear: readonly unknown[] = [],
): ReconcileByRead {
  const at = (found: Fields) =>
    field.split('.').reduce<unknown>((part, name) => (part as Fields | undefined)?.[name], found);
  return byRead(read, id, (_write, found) => {
    if (found === undefined || unclear.includes(at(found))) return undefined;
    return values.includes(at(found));
  });
}

/**
 * Reads the resource by its id. The write was applied if a field no longer has one of its previous
 * values.
 */
export function byLeaving(
  read: string,
  id: string,
  field: string,
  before: readonly string[],
): ReconcileByRead {
  return byRead(read, id, (_write, found) => {
    const value = found?.[field];
    return typeof value === 'string' ? !before.includes(value) : undefined;
  });
}

/**
 * Reads the resource by its id. It was deleted if the read responds with 404 or 410, or the flag
 * `isDeleted` is set.
 */
export function byAbsence(read: string, id: string): ReconcileByRead {
  return byRead(read, id, (_write, found) => found === undefined || found.isDeleted === true);
}

/**
 * Walks a list for an item with the given fields of the write. One that was created and deleted since
 * counts as missing: nothing of it is left, and a repeat duplicates nothing.
 */
export function byListed(
  read: string,
  options: {
    /** Fields of the write that become the list's filters. All must be present. */
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

/** Milliseconds by which the clock that dates a resource may be behind that of a response, which a proxy may have dated. */
const CLOCK_TOLERANCE = 300_000;

/** Whether an item may have been created since; one without a time may have been. */
export function isCreatedSince({ createdAt }: Fields, sentAt: string): boolean {
  const created = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
  return !(created < Date.parse(sentAt) - CLOCK_TOLERANCE);
}

/**
 * Walks a list for the item of a creation. An id chosen by the caller identifies it.
 * Without one, an item created since the write was sent (clocks may differ by five minutes) may come
 * from another write, so the outcome stays unknown.
 */
export function byCreated(read: string, filter: readonly string[], ownId: string): ReconcileByList {
  const rule = byListed(read, {
    filter,
    matches(write, item, sentAt) {
      const wanted = write[ownId];
      if (wanted !== undefined) return item[ownId] === wanted ? 'applied' : undefined;
      return isCreatedSince(item, sentAt) ? 'unknown' : undefined;
    },
  });
  return { ...rule, ownId };
}

/** Sends the first leg again; see `ReconcileByFirstLeg`. */
export const byFirstLeg: ReconcileByFirstLeg = { by: 'first-leg' };

/** Declares that the operation can safely be repeated. */
export function byRepeat(why: string): ReconcileByRepeat {
  return { by: 'repeat', why };
}

/** Declares that no request shows whether the write was applied. */
export function byHand(why: string): ReconcileByHand {
  return { by: 'hand', why };
}
