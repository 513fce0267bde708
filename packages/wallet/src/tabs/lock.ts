import type { WalletClock } from '../clock.ts';
import { attempt } from '../platform/within.ts';

/** Milliseconds to wait for another tab before going ahead without it. */
export const LOCK_TIMEOUT = 10_000;

/**
 * Does something while no other tab does the same. A tab that hangs does not hold the others up for
 * ever: after a time-out the lock is taken from it. A tab it was taken from ends its work. Where
 * the browser has no locks, or refuses them, the work is done anyway.
 *
 * @param onUnavailable called when no lock is available
 */
export async function withLock<T>(
  name: string,
  clock: WalletClock,
  work: () => Promise<T>,
  onUnavailable: () => void = () => {},
): Promise<T> {
  let running: Promise<T> | undefined;
  const begin = () => {
    running ??= work();
    return running;
  };
  const locks = attempt(() => globalThis.navigator?.locks);
  const waiting = new AbortController();
  const cancel = clock.setTimeout(() => waiting.abort(), LOCK_TIMEOUT);
  const request = async (options: LockOptions) => {
    if (locks === undefined) throw new TypeError('This browser has no Web Locks.');
    return locks.request(name, options, () => {
      cancel();
      return begin();
    });
  };
  try {
    return await request({ signal: waiting.signal });
  } catch {
    // The work may have begun, and the lock been taken from it; else nobody released it in time.
    if (running === undefined && waiting.signal.aborted) {
      return await request({ steal: true }).catch(() => begin());
    }
    if (running === undefined) onUnavailable();
    return await begin();
  } finally {
    cancel();
  }
}
