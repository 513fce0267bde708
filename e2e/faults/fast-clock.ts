import type { Clock } from '@org/payments-sdk';

/** A clock on which time passes so many times as fast, so that real sockets meet short limits. */
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
