const SECOND = 1000;
const FIRST_WAIT = 5 * SECOND;
const LONGEST_WAIT = 30 * 60 * SECOND;
const LIFE = 7 * 24 * 60 * 60 * SECOND;

/**
 * Returns when a delivery is attempted again: 5 seconds after the first attempt, then with waits
 * that double up to 30 minutes. An attempt that ended late is followed by 5 seconds at least.
 * Undefined once 7 days have passed since the first attempt.
 *
 * @param first time of the first attempt, milliseconds since 1970
 * @param last time of the last attempt
 * @param attempts number of attempts so far
 * @param ended when the last attempt was given up, if it had no response
 */
export function nextAttempt(
  first: number,
  last: number,
  attempts: number,
  ended = last,
): number | undefined {
  const wait = Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT);
  const next = Math.max(last + wait, ended + FIRST_WAIT);
  return next - first > LIFE ? undefined : next;
}
