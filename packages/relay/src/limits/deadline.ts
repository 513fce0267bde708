import { type Clock, withinTime } from '@org/payments-contract/internal';

/** Waits for work for a limited number of milliseconds. */
export interface Deadline {
  readonly clock: Pick<Clock, 'setTimeout'>;
  readonly milliseconds: number;
}

/**
 * Runs work that may throw, reject or never settle, and does not wait for it after the deadline.
 *
 * @param late creates the error for work that took too long
 */
export function withDeadline<Result>(
  { clock, milliseconds }: Deadline,
  work: () => Result | Promise<Result>,
  late: () => Error,
): Promise<Result> {
  const start = (callback: () => void, delay: number) => clock.setTimeout(callback, delay);
  return withinTime(Promise.resolve().then(work), { milliseconds, start }, () => {
    throw late();
  });
}
