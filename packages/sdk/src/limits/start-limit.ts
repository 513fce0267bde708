import { type Clock, MAX_TIMER_DELAY, systemClock } from '@org/payments-contract/internal';
import { SharedLimits } from './shared-limits.ts';

const sharedLimits = /* @__PURE__ */ new SharedLimits((callback, milliseconds) =>
  systemClock.setTimeout(callback, milliseconds),
);

/**
 * Calls back at a time limit. On the machine's own clock, limits of the same length share a timer:
 * nearly all of them are cancelled, and a timer of the runtime costs more than the rest of a limit.
 *
 * @returns a function that cancels it
 */
export function startLimit(clock: Clock, callback: () => void, milliseconds: number): () => void {
  // A clock of the caller may pass the time to a timer of the runtime as it is.
  const possible = Math.min(milliseconds, MAX_TIMER_DELAY);
  return clock === systemClock
    ? sharedLimits.start(callback, possible)
    : clock.setTimeout(callback, possible);
}
