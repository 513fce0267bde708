/** A source of time, which tests can replace. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Milliseconds of a clock that nobody sets, from any start. Without it, a `now` that is set forward
   * between a write and its read goes unnoticed.
   */
  monotonic?(): number;
  /** Calls back after a number of milliseconds; the returned function cancels it. */
  setTimeout(callback: () => void, milliseconds: number): () => void;
}

/** The longest time of a timer; one set for longer would fire at once. */
export const MAX_TIMER_DELAY = 2_147_483_647;

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout(callback, milliseconds) {
    const timer = setTimeout(callback, Math.min(milliseconds, MAX_TIMER_DELAY));
    return () => clearTimeout(timer);
  },
};

/**
 * Waits on a clock.
 *
 * @throws the signal's reason, when the signal fires first
 */
export function wait(
  clock: Clock,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
