/** How long work may take, and what ends it sooner. */
export interface TimeLimit {
  /** Milliseconds; may be infinite. */
  readonly milliseconds: number;
  /** Starts the timer; such as the `setTimeout` of a `Clock`. */
  readonly start: (callback: () => void, milliseconds: number) => () => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Settles as a promise does, or ends when its time is over or the signal fires first, even if the
 * promise never settles.
 *
 * @param stopped returns what takes the place of the result of a promise that was not done, or throws
 */
export function withinTime<Value, Otherwise = never>(
  work: Promise<Value>,
  { milliseconds, start, signal }: TimeLimit,
  stopped: (isAborted: boolean) => Otherwise,
): Promise<Value | Otherwise> {
  return new Promise((resolve, reject) => {
    const stop = (isAborted: boolean) => {
      end();
      try {
        resolve(stopped(isAborted));
      } catch (error) {
        reject(error);
      }
    };
    const onAbort = () => stop(true);
    const cancel = Number.isFinite(milliseconds)
      ? start(() => stop(false), Math.max(0, milliseconds))
      : () => undefined;
    const end = () => {
      cancel();
      signal?.removeEventListener('abort', onAbort);
    };
    work.then(
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
