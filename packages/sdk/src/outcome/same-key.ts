import { KEY_HOURS } from '../errors/payments-error.ts';
import type { JournalEntry, KeyedEntry } from './journal.ts';
import { CLOCK_TOLERANCE, DATE_PRECISION } from './read-timing.ts';

/** Milliseconds for which the service certainly remembers an idempotency key, if nothing else is said. */
export const KEY_LIFETIME = KEY_HOURS * 3_600_000;

/**
 * The entry by which the change of another one with its key was applied: both have the same request,
 * and the service still had the key of the first when the second was sent.
 *
 * @param sentAt when that other one was sent, ISO 8601; undefined if it certainly changed nothing
 */
export function appliedWith(
  sentAt: string | undefined,
  keyed: readonly KeyedEntry[],
  keyLifetime = KEY_LIFETIME,
): KeyedEntry | undefined {
  const isNear = ({ startedAt }: KeyedEntry) =>
    sentAt === undefined || Math.abs(Date.parse(startedAt) - Date.parse(sentAt)) < keyLifetime;
  return keyed.find((one) => one.isSame && one.end?.outcome === 'applied' && isNear(one));
}

/** The first of the calls with a request and its key that may be applied. */
export function firstSent(keyed: readonly KeyedEntry[]): KeyedEntry | undefined {
  return keyed.find(({ isSame, end }) => isSame && end?.outcome !== 'not-applied');
}

/**
 * Whether the service may have forgotten the key of a request: its age is taken by our clock and, where
 * responses showed it then and now, by the service's. The age of one from the future is not known.
 *
 * @param offset the service's clock minus ours; undefined if no response has shown it
 */
export function mayBeForgotten(
  { startedAt, clockOffset }: Pick<JournalEntry, 'startedAt' | 'clockOffset'>,
  now: number,
  offset: number | undefined,
  keyLifetime = KEY_LIFETIME,
): boolean {
  const age = now - Date.parse(startedAt);
  // What one response shows alone may be how the clocks always differ.
  const since = (offset ?? Number.NaN) - (clockOffset ?? Number.NaN);
  const byService = Number.isNaN(since) ? age : age + since;
  const isAhead = age <= -CLOCK_TOLERANCE || byService <= -CLOCK_TOLERANCE - DATE_PRECISION;
  return isAhead || !(Math.max(age, byService) < keyLifetime);
}
