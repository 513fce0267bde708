import type { Clock } from '../config/clock.ts';

/** Which limit ended a user's function before it was done. */
export type LimitName = 'timeout' | 'deadline' | 'aborted';

/** Limits of a function of the user. */
export interface Limits {
  readonly clock: Clock;
  readonly timeout: number;
  /** Milliseconds the call has left. */
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
 * The promise, or a rejection when a limit comes first, even if the promise never settles.
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
    const cancel = clock.setTimeout(
      () => stop(isDeadline ? 'deadline' : 'timeout'),
      Math.max(0, Math.min(timeout, left)),
    );
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

/**
 * The promise, or the signal's reason when that comes first, even if the promise never settles.
 */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    stop = () => signal.removeEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    stop();
    promise.catch(() => undefined);
  }
}
