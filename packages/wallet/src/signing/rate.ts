import type { WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';

const MINUTE = 60_000;

/** Counts the uses of the last minute, and refuses those beyond a limit. */
export function createRate(clock: WalletClock, perMinute: number): () => void {
  let times: number[] = [];
  return () => {
    const now = clock.monotonic();
    times = times.filter((time) => now - time < MINUTE);
    const [oldest = now] = times;
    if (times.length >= perMinute) {
      throw new WalletError('RATE_LIMITED', { retryAfter: Math.ceil(oldest + MINUTE - now) });
    }
    times.push(now);
  };
}
