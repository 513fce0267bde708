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

const reported = new WeakSet<object>();

interface Warner {
  emitWarning?(message: string, options: { readonly type: string; readonly code: string }): void;
}

/** Represents every value that is not a function and therefore cannot be remembered. */
const notAFunction = {};

/**
 * Reports a failure of a user's function that must not affect the call, as a warning of the process,
 * once for each subject. It does not show the error, which may quote a value.
 */
export function warnOnce(subject: unknown, what: string): void {
  const isKept = typeof subject === 'function' || (typeof subject === 'object' && subject !== null);
  const kept = isKept ? subject : notAFunction;
  if (reported.has(kept)) return;
  reported.add(kept);
  const message = `${what} threw or rejected. The call continued; this is reported once.`;
  const { process } = globalThis as { readonly process?: Warner };
  process?.emitWarning?.(message, { type: 'PaymentsWarning', code: 'PAYMENTS_CALLBACK_FAILED' });
}

/**
 * Calls a function of the user whose failure must not affect the caller, such as an observer.
 *
 * @param failed is called with what the function threw, or its promise rejected with
 */
export function callSafely<Values extends readonly unknown[]>(
  failed: (error: unknown) => void,
  callback: ((...values: Values) => unknown) | undefined,
  ...values: Values
): void {
  if (callback === undefined) return;
  try {
    const returned = callback(...values);
    if (typeof (returned as PromiseLike<unknown> | undefined)?.then === 'function') {
      Promise.resolve(returned as PromiseLike<unknown>).catch(failed);
    }
  } catch (error) {
    failed(error);
  }
}

/** The same, for a caller that reports the first failure of each function by `warnOnce`. */
export function callOrWarn<Values extends readonly unknown[]>(
  what: string,
  callback: ((...values: Values) => unknown) | undefined,
  ...values: Values
): void {
  callSafely(() => warnOnce(callback, what), callback, ...values);
}
