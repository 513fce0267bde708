import type { Clock } from '@org/payments-contract/internal';

/** What {@link withinTime} returns when the time is over. */
export const LATE: unique symbol = Symbol('late');

/** The result of a promise, or {@link LATE} if the milliseconds pass first. */
export async function withinTime<Value>(
  clock: Clock,
  milliseconds: number,
  work: Promise<Value>,
): Promise<Value | typeof LATE> {
  let cancel: (() => void) | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    cancel = clock.setTimeout(() => resolve(LATE), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel?.();
  }
}
