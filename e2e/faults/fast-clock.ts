import type { Clock } from '@org/payments-sdk';

/** The longest time of a timer; one set for longer would fire at once. */
const LONGEST = 2 ** 31 - 1;

/** Creates a clock that runs faster by a factor, so that real sockets reach short limits. */
export function fastClock(speed: number): Clock {
  const start = Date.now();
  return {
    now: () => start + (Date.now() - start) * speed,
    setTimeout(callback, milliseconds) {
      const timer = setTimeout(callback, Math.min(milliseconds / speed, LONGEST));
      return () => clearTimeout(timer);
    },
  };
}
