import type { WalletClock } from './clock.ts';
import { loadLazy } from './load-lazy.ts';

/**
 * Milliseconds after which the cryptography is fetched if the browser does not report idle time.
 */
const DELAY = 200;

/** Fetches the cryptography when the page is idle. Failures are reported at first use. */
export function prefetchLazy(clock: WalletClock): void {
  if (typeof window === 'undefined') return;
  const load = () => void loadLazy().catch(() => {});
  if (typeof requestIdleCallback === 'function') requestIdleCallback(load, { timeout: 2_000 });
  else clock.setTimeout(load, DELAY);
}
