/** Time, so that tests can move it. */
export interface WalletClock {
  /** Milliseconds since the epoch, as the device believes; may be wrong and may jump. */
  now(): number;
  /** Milliseconds from any fixed point; never goes back. May stand still while the device sleeps. */
  monotonic(): number;
  /** Calls back after so many milliseconds; the function given back cancels. */
  setTimeout(callback: () => void, milliseconds: number): () => void;
}

/** The longest delay a browser's timer takes; beyond it the callback would run at once. */
const MAX_DELAY = 2 ** 31 - 1;

/** The device's own clock. */
export const systemClock: WalletClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout(callback, milliseconds) {
    const timer = setTimeout(callback, Math.min(milliseconds, MAX_DELAY));
    return () => clearTimeout(timer);
  },
};
