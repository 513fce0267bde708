import { useCallback, useEffect } from 'react';
import type { Loaded } from '../platform/use-loaded.ts';
import { useWake } from '../platform/use-wake.ts';
import type { Account } from './use-account.ts';
import { useDemoWallet } from './wallet-context.ts';

/** How often a page asks whether its session still exists, in milliseconds. */
const PERIOD = 15_000;
/** How long after a renewal the list is read: the wallet ends the old session in the meantime. */
const AFTER_RENEWAL = 1_000;

/**
 * Ends the session in this page once the service no longer lists it: it expired on the service's
 * clock, or was ended on another device. The list of sessions is read again each time.
 */
export function useSessionWatch({ set }: Loaded<Account>): void {
  const wallet = useDemoWallet();

  const look = useCallback(async () => {
    const { session } = wallet.state;
    const isWorthAsking = document.visibilityState === 'visible' && navigator.onLine;
    if (session === undefined || !isWorthAsking) return;
    const account = await wallet.account();
    // Another session may have taken its place while the list was read.
    if (wallet.state.session?.id !== session.id) return;
    if (account.sessions.some(({ id }) => id === session.id)) set(account);
    else await wallet.signOut();
  }, [wallet, set]);

  const lookQuietly = useCallback(() => void look().catch(() => undefined), [look]);
  useWake(lookQuietly);
  useEffect(() => {
    const timers = [setInterval(lookQuietly, PERIOD)];
    const stop = wallet.subscribe(({ type }) => {
      if (type === 'refreshed') timers.push(setTimeout(lookQuietly, AFTER_RENEWAL));
    });
    return () => {
      stop();
      timers.forEach(clearTimeout);
    };
  }, [wallet, lookQuietly]);
}
