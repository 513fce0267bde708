import { callSafely } from '@org/payments-contract/internal';

/**
 * Calls listeners, also when one of them removes itself. One that throws is reported, and does not
 * stop the others or change the outcome they are called with.
 */
export function callEach<Value>(listeners: Iterable<(value: Value) => void>, value: Value): void {
  const failed = (error: unknown) => globalThis.reportError?.(error);
  for (const listener of [...listeners]) callSafely(failed, listener, value);
}
