/** A source of time, which tests can replace. */
export interface WalletClock {
  /** Milliseconds since the epoch, by the device's clock; may be wrong and may jump. */
  now(): number;
  /** Milliseconds from any fixed point; never goes back. May stand still while the device sleeps. */
  monotonic(): number;
  /** Calls back after a number of milliseconds; the returned function cancels it. */
  setTimeout(callback: () => void, milliseconds: number): () => void;
}

/** The longest delay that a browser's timer accepts; beyond it the callback would run at once. */
const MAX_DELAY = 2 ** 31 - 1;

/** The device's own clock. Its timers do not keep a process alive. */
export const systemClock: WalletClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout(callback, milliseconds) {
    const timer = setTimeout(callback, Math.min(milliseconds, MAX_DELAY));
    // In browsers a number.
    (timer as { unref?: () => void }).unref?.();
    return () => clearTimeout(timer);
  },
};
