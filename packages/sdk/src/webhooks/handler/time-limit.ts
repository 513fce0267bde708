import { type Clock, withinTime } from '@org/payments-contract/internal';

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
