const reported = new WeakSet<object>();

interface Warner {
  emitWarning?(message: string, options: { readonly type: string; readonly code: string }): void;
}

/** Represents every value that is not a function and therefore cannot be remembered. */
const notAFunction = {};

function report(callback: unknown, what: string): void {
  const isKept =
    typeof callback === 'function' || (typeof callback === 'object' && callback !== null);
  const subject = isKept ? callback : notAFunction;
  if (reported.has(subject)) return;
  reported.add(subject);
  const message = `${what} threw or rejected. The call continued; this is reported once.`;
  const { process } = globalThis as { readonly process?: Warner };
  process?.emitWarning?.(message, { type: 'PaymentsWarning', code: 'PAYMENTS_CALLBACK_FAILED' });
}

/**
 * Calls a function of the user whose failure must not affect the call: an observer, a logger,
 * `onDrift`, `onError`. The first failure of each function is reported as a warning of the process.
 * The warning does not show the error, which may quote a value.
 */
export function tell<Values extends readonly unknown[]>(
  what: string,
  callback: ((...values: Values) => unknown) | undefined,
  ...values: Values
): void {
  if (callback === undefined) return;
  try {
    const returned = callback(...values);
    if (typeof (returned as PromiseLike<unknown> | undefined)?.then === 'function') {
      Promise.resolve(returned as PromiseLike<unknown>).catch(() => report(callback, what));
    }
  } catch {
    report(callback, what);
  }
}

/** The same for a function of one argument. */
export function notify<Argument>(
  callback: (argument: Argument) => unknown,
  argument: Argument,
  what: string,
): void {
  tell(what, callback, argument);
}

/** The same for a failure without a callback: reports it once for each `subject`. */
export function warnOnce(subject: object, what: string): void {
  report(subject, what);
}
