import type { WalletClock } from '../clock.ts';

/** Milliseconds to wait for another tab before going ahead without it. */
export const LOCK_TIMEOUT = 10_000;

/**
 * Does something while no other tab does the same. A tab that hangs does not hold the others up
 * for ever: after a time-out the lock is taken from it. A tab it was taken from ends its work.
 */
export async function withLock<T>(
  name: string,
  clock: WalletClock,
  work: () => Promise<T>,
): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (locks === undefined) return work();
  const waiting = new AbortController();
  const cancel = clock.setTimeout(() => waiting.abort(), LOCK_TIMEOUT);
  let running: Promise<T> | undefined;
  const begin = () => {
    cancel();
    running = work();
    return running;
  };
  try {
    return await locks.request(name, { signal: waiting.signal }, begin);
  } catch (error) {
    if (running !== undefined) return await running;
    if (!waiting.signal.aborted) throw error;
  } finally {
    cancel();
  }
  try {
    return await locks.request(name, { steal: true }, begin);
  } catch (error) {
    if (running !== undefined) return await running;
    throw error;
  }
}
