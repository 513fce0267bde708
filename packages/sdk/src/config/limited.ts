import { type Clock, startLimit } from './clock.ts';

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
  return new Promise((resolve, reject) => {
    const stop = (limit: LimitName) => {
      end();
      reject(new LimitReached(limit, limit === 'aborted' ? signal?.reason : undefined));
    };
    const onAbort = () => stop('aborted');
    const isDeadline = left <= timeout;
    const soonest = Math.max(0, Math.min(timeout, left));
    const onTime = () => stop(isDeadline ? 'deadline' : 'timeout');
    const cancel = Number.isFinite(soonest) ? startLimit(clock, onTime, soonest) : () => undefined;
    const end = () => {
      cancel();
      signal?.removeEventListener('abort', onAbort);
    };
    promise.then(
      (value) => {
        end();
        resolve(value);
      },
      (error: unknown) => {
        end();
        reject(error);
      },
    );
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}
