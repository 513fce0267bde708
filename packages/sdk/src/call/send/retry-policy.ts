import type { AttemptObservation } from '../../outcome/observations.ts';
import { mayArriveTwice, type Sending } from '../../outcome/verdict.ts';

/** The longest `Retry-After` that is followed; a longer one ends the call with the error. Milliseconds. */
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

/**
 * Whether the client sends the same bytes again after an attempt, if retries, deadline and
 * budget allow it.
 */
export function isRetried(sending: Sending, seen: AttemptObservation): boolean {
  if ('isTransient' in seen) return seen.isTransient && mayArriveTwice(sending);
  if (seen.why !== 'network' && seen.why !== 'timeout') return false;
  return seen.kind === 'unsent' || mayArriveTwice(sending);
}

/** The number of retries a client can spend before successes have to refund some. */
const CAPACITY = 20;
const REFUND = 0.2;

/**
 * Retries shared by all calls of a client: each costs one, each success refunds a fifth. When a
 * service is down, a client thus sends about a fifth more requests, not three times as many.
 */
export class RetryBudget {
  /** Whether there is nothing to refund. */
  isFull = true;
  #tokens = CAPACITY;

  /** Spends one retry. Returns false if none is left. */
  take(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    this.isFull = false;
    return true;
  }

  /** Returns a fifth of a retry after a response that is not a sign of overload. */
  refund(): void {
    this.#tokens = Math.min(CAPACITY, this.#tokens + REFUND);
    this.isFull = this.#tokens === CAPACITY;
  }
}
