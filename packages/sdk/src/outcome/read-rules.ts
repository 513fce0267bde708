import type { Fields, HttpMethod, Reconcile, ReconcileByList } from '@org/payments-contract';
import type { Outcome } from './observations.ts';
import { CLOCK_TOLERANCE } from './read-timing.ts';

type ReconcileByRead = Extract<Reconcile, { by: 'read' }>;

/** The change that a read is compared with. */
export interface ReadSubject {
  readonly method: HttpMethod;
  /** The input of the call. */
  readonly change: Fields;
  /**
   * The earliest time at which the change can have been sent, by the clock of the service's `Date`,
   * milliseconds; NaN if it is not known.
   */
  readonly earliest: number;
  /** Whether the response has a `Date`, so that it is known when it was made. */
  readonly isDated: boolean;
}

/** A rule that cannot interpret the result leaves the outcome unknown. */
function judge<Verdict>(rule: () => Verdict): Verdict | undefined {
  try {
    return rule();
  } catch {
    // The result differs from the contract.
  }
  return undefined;
}

function timeOf(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}

/** The latest time at which the service wrote to one of some resources; NaN if none shows it. */
export function lastWritten(resources: readonly Fields[]): number {
  const times = resources.map(({ updatedAt, createdAt }) => timeOf(updatedAt ?? createdAt));
  const known = times.filter((time) => !Number.isNaN(time));
  return known.length === 0 ? Number.NaN : Math.max(...known);
}

/**
 * Whether a resource is certainly unchanged since the change was sent. The machine that writes
 * `Date`, often a proxy, need not be the one that writes `updatedAt`, and their clocks differ.
 */
function isUnchanged({ updatedAt }: Fields, { earliest }: Pick<ReadSubject, 'earliest'>): boolean {
  return timeOf(updatedAt) < earliest - CLOCK_TOLERANCE;
}

/** Whether a resource can show this change: it exists, and was not last changed before it. */
function isPossible(
  found: Fields | undefined,
  { method, earliest, isDated }: ReadSubject,
): boolean {
  // A copy from before the change may show the same.
  if (!isDated && Number.isNaN(timeOf(found?.updatedAt))) return false;
  if (method === 'DELETE') return true;
  const isEarlier = Number.isNaN(earliest) || timeOf(found?.updatedAt) < earliest;
  return found?.isDeleted !== true && !isEarlier;
}

/**
 * What a resource shows of a change. If a later write may have hidden the change, a resource that
 * was written to since then shows nothing.
 */
export function readShows(
  rule: ReconcileByRead,
  subject: ReadSubject,
  found: Fields | undefined,
): Outcome {
  const isApplied = judge(() => rule.isApplied(subject.change, found));
  if (isApplied === undefined) return 'unknown';
  if (isApplied) return isPossible(found, subject) ? 'applied' : 'unknown';
  const isHidden = rule.canBeHidden === true && !isUnchanged(found ?? {}, subject);
  return isHidden ? 'unknown' : 'not-applied';
}

/**
 * Whether the result of a change shows the resource as it was before: last written to before the
 * change can have been sent, and without the change. The service did not write it for this request.
 */
export function showsEarlier(
  rule: ReconcileByRead,
  { method, change }: Pick<ReadSubject, 'method' | 'change'>,
  found: Fields,
  earliest: () => number,
): boolean {
  // A service need not mark what it deleted.
  if (method === 'DELETE' && found.isDeleted !== false) return false;
  if (judge(() => rule.isApplied(change, found)) !== false) return false;
  return isUnchanged(found, { earliest: earliest() });
}

/**
 * Whether an item of a list can only come from this change: it exists, and was created, or for a
 * change of an existing resource changed, no earlier than the change was sent.
 */
function isFromChange(item: Fields, { method, earliest }: ReadSubject): boolean {
  const { createdAt, updatedAt, isDeleted } = item;
  const written = timeOf(method === 'POST' ? createdAt : (updatedAt ?? createdAt));
  return isDeleted !== true && written >= earliest;
}

const order: readonly Outcome[] = ['applied', 'not-applied', 'unknown'];

/**
 * What a list shows of a change. A list that was not read to its end cannot show that the change is
 * missing.
 */
export function listShows(
  rule: ReconcileByList,
  subject: ReadSubject,
  items: readonly Fields[],
  isWhole: boolean,
): Outcome {
  const { change, earliest } = subject;
  const earliestDate = new Date(earliest);
  if (Number.isNaN(earliestDate.getTime())) return 'unknown';
  const sentAt = earliestDate.toISOString();
  const shown = items.map((item): Outcome | undefined => {
    const found = judge(() => rule.matches(change, item, sentAt));
    if (found === 'applied') return isFromChange(item, subject) ? 'applied' : 'unknown';
    const isHidden = rule.canBeHidden === true && !isUnchanged(item, subject);
    return found === 'not-applied' && isHidden ? 'unknown' : found;
  });
  return (
    order.find((outcome) => shown.includes(outcome)) ?? (isWhole ? rule.whenAbsent : 'unknown')
  );
}
