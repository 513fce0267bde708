import type { WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';

const MINUTE = 60_000;

/** The uses of the last minute by all wallets of the page, by their source of time. */
const uses = new WeakMap<WalletClock, number[]>();

/**
 * Counts the uses of the last minute, and refuses those beyond a limit. All wallets of a page count
 * together: a script cannot have more by creating another one.
 */
export function createRate(clock: WalletClock, perMinute: number): () => void {
  return () => {
    const now = clock.monotonic();
    const times = (uses.get(clock) ?? []).filter((time) => now - time < MINUTE);
    uses.set(clock, times);
    const [oldest = now] = times;
    if (times.length >= perMinute) {
      throw new WalletError('RATE_LIMITED', { retryAfter: Math.ceil(oldest + MINUTE - now) });
    }
    times.push(now);
  };
}
