import type { WalletClock } from '../clock.ts';
import { attempt } from '../platform/within.ts';

/** Milliseconds to wait for another tab before continuing without it. */
export const LOCK_TIMEOUT = 10_000;

/**
 * Runs work in one tab at a time. After a time-out the lock is stolen from a tab that hangs, which
 * then ends its work. If the browser has no locks, or refuses them, the work runs without one.
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
    // The work has begun and its lock was stolen, or the lock was not released in time.
    if (running === undefined && waiting.signal.aborted) {
      return await request({ steal: true }).catch(() => begin());
    }
    if (running === undefined) onUnavailable();
    return await begin();
  } finally {
    cancel();
  }
}
