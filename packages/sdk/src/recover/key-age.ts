import type { JournalEntry } from '../outcome/journal.ts';
import { CLOCK_TOLERANCE, DATE_PRECISION } from '../outcome/read-timing.ts';
import { KEY_LIFETIME } from '../outcome/same-key.ts';

/** What is known of the age of a key: whether the service remembers it, has perhaps forgotten it, or neither. */
export type KeyAge = 'young' | 'old' | 'unknown';

/**
 * The age of a key by our clock and, where responses showed it then and now, by the service's. That of one
 * from the future is not known.
 *
 * @param offset the service's clock minus ours; undefined if no response has shown it
 */
export function keyAge(
  { startedAt, clockOffset }: Pick<JournalEntry, 'startedAt' | 'clockOffset'>,
  now: number,
  offset: number | undefined,
  keyLifetime = KEY_LIFETIME,
): KeyAge {
  const age = now - Date.parse(startedAt);
  // What one response shows alone may be how the clocks always differ. A service that showed its clock
  // then shows it again: without it, nothing is known.
  const byService = clockOffset === undefined ? age : age + (offset ?? Number.NaN) - clockOffset;
  const precision = clockOffset === undefined ? 0 : DATE_PRECISION;
  if (byService >= keyLifetime - precision) return 'old';
  const isYoung = age < keyLifetime && age > -CLOCK_TOLERANCE;
  return isYoung && byService > -CLOCK_TOLERANCE - precision ? 'young' : 'unknown';
}
