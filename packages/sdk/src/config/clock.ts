/** Time, so that tests can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back after so many milliseconds; the function it returns cancels that. */
  setTimeout(callback: () => void, milliseconds: number): () => void;
}

/** Longest time of a timer; a longer one would fire at once. */
const LONGEST = 2 ** 31 - 1;

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout(callback, milliseconds) {
    const timer = setTimeout(callback, Math.min(milliseconds, LONGEST));
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
