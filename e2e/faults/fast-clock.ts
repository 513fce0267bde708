import type { Clock } from '@org/payments-sdk';

/** Creates a clock that runs faster by a factor, so that real sockets reach short limits. */
export function fastClock(speed: number): Clock {
  const start = Date.now();
  return {
    now: () => start + (Date.now() - start) * speed,
    setTimeout(callback, milliseconds) {
      const timer = setTimeout(callback, milliseconds / speed);
      return () => clearTimeout(timer);
    },
  };
}
