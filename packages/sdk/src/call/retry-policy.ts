/**
 * The longest `Retry-After` that is followed; a longer one ends the call with the error.
 * Milliseconds.
 */
export const MAX_RETRY_AFTER = 60_000;
const BASE_DELAY = 500;
const MAX_DELAY = 8_000;

/**
 * Milliseconds until the next attempt: the wait that the service requests, otherwise full jitter
 * under a doubling cap.
 */
export function retryDelay(
  retriesSoFar: number,
  retryAfter: number | undefined,
  random: () => number,
): number {
  if (retryAfter !== undefined) return retryAfter;
  return random() * Math.min(MAX_DELAY, BASE_DELAY * 2 ** retriesSoFar);
}

/** An HTTP date in any of the three forms of RFC 9110, 5.6.7. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/**
 * Reads `Retry-After` as milliseconds: a number of seconds, or a date against the service's own
 * clock. Undefined if it is neither, or lies in the past.
 */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  const text = value.trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (!httpDate.test(text)) return undefined;
  const wait = Date.parse(text) - now;
  return wait > 0 ? wait : undefined;
}
