import type { JournalEntry } from '../outcome/journal.ts';
import { CLOCK_TOLERANCE, DATE_PRECISION } from '../outcome/read-timing.ts';
import { KEY_LIFETIME } from '../outcome/same-key.ts';

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
  const isYoung = (one: number, precision = 0) =>
    one > -CLOCK_TOLERANCE - precision && one < keyLifetime;
  // What one response shows alone may be how the clocks always differ.
  if (clockOffset === undefined) return !isYoung(age);
  // A service that showed its clock then shows it again: without it, nothing is known.
  const byService = age + (offset ?? Number.NaN) - clockOffset;
  return !(isYoung(age) && isYoung(byService, DATE_PRECISION));
}
