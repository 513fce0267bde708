import { type Clock, withinTime } from '@org/payments-contract/internal';
import { WebhookError } from '../webhook-error.ts';

/** What {@link orLate} returns when the time is over. */
export const LATE: unique symbol = Symbol('late');

/** The result of a promise, or {@link LATE} if the milliseconds pass first. */
export function orLate<Value>(
  clock: Clock,
  milliseconds: number,
  work: Promise<Value>,
): Promise<Value | typeof LATE> {
  return withinTime<Value, typeof LATE>(
    work,
    { milliseconds, start: (callback, delay) => clock.setTimeout(callback, delay) },
    () => LATE,
  );
}

export function asStoreError(cause: unknown): WebhookError {
  return new WebhookError('WEBHOOK_STORE_FAILED', { cause });
}

/**
 * The result of a call of the store.
 *
 * @throws what the store throws, or an Error if it does not respond within the milliseconds
 */
export async function storeCall<Value>(
  clock: Clock,
  milliseconds: number,
  call: () => Promise<Value>,
): Promise<Value> {
  const result = await orLate(clock, milliseconds, call());
  if (result !== LATE) return result;
  throw new Error(`The store did not respond within ${milliseconds} milliseconds.`);
}
