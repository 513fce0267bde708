import type { Clock } from '@org/payments-contract/internal';

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
export async function withDeadline<Result>(
  { clock, milliseconds }: Deadline,
  work: () => Result | Promise<Result>,
  late: () => Error,
): Promise<Result> {
  let cancel: () => void = () => undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    cancel = clock.setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([Promise.resolve().then(work), timeout]);
  } finally {
    cancel();
  }
}
