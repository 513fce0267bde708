import type { Clock } from '@org/payments-contract/internal';

/**
 * The same clock, which is never set back: otherwise what waits for a time would wait as much longer. It
 * follows a clock that is set forward, as it has to after a machine slept.
 */
export function steadyClock(clock: Clock): Clock {
  const monotonic = () => clock.monotonic?.() ?? 0;
  let [latest, at] = [clock.now(), monotonic()];
  return {
    now() {
      const before = at;
      at = monotonic();
      latest = Math.max(clock.now(), latest + at - before);
      return latest;
    },
    setTimeout: (callback, milliseconds) => clock.setTimeout(callback, milliseconds),
  };
}
