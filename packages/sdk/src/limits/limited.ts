import { type Clock, MAX_TIMER_DELAY, withinTime } from '@org/payments-contract/internal';

/** Calls back at a time limit of any length; the returned function cancels it. */
export function startLimit(clock: Clock, callback: () => void, milliseconds: number): () => void {
  // A clock of the caller may pass the time to a timer of the runtime as it is.
  return clock.setTimeout(callback, Math.min(milliseconds, MAX_TIMER_DELAY));
}

/** Which limit ended a user's function before it was done. */
export type LimitName = 'timeout' | 'deadline' | 'aborted';

/** Limits of a user's function. */
export interface Limits {
  readonly clock: Clock;
  /** Milliseconds; may be infinite. */
  readonly timeout: number;
  /** Milliseconds the call has left; may be infinite. */
  readonly left: number;
  readonly signal: AbortSignal | undefined;
}

/** A limit was reached before the function was done. */
export class LimitReached extends Error {
  readonly limit: LimitName;

  constructor(limit: LimitName, cause: unknown) {
    super('A limit was reached.', cause === undefined ? undefined : { cause });
    this.limit = limit;
  }
}

/**
 * The promise, or a rejection when a limit is reached first, even if the promise never settles.
 *
 * @throws LimitReached
 */
export function limited<T>(promise: Promise<T>, limits: Limits): Promise<T> {
  const { clock, timeout, left, signal } = limits;
  return withinTime(
    promise,
    {
      milliseconds: Math.min(timeout, left),
      start: (callback, milliseconds) => startLimit(clock, callback, milliseconds),
      signal,
    },
    (isAborted) => {
      if (isAborted) throw new LimitReached('aborted', signal?.reason);
      throw new LimitReached(left <= timeout ? 'deadline' : 'timeout', undefined);
    },
  );
}
