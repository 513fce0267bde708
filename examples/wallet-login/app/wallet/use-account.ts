import type { WalletEvent } from '@org/payments-wallet';
import { useCallback, useEffect } from 'react';
import { type Loaded, useLoaded } from '../platform/use-loaded.ts';
import { useDemoWallet } from './wallet-context.ts';

/** The account's credentials and sessions, as `wallet.account()` returns them. */
export type Account = Awaited<ReturnType<ReturnType<typeof useDemoWallet>['account']>>;

const changes: readonly WalletEvent['type'][] = ['signed_in', 'refreshed', 'adopted'];

/** Credentials and live sessions; read again whenever this tab's session is replaced. */
export function useAccount(): Loaded<Account> {
  const wallet = useDemoWallet();
  const loaded = useLoaded(useCallback(() => wallet.account(), [wallet]));
  const { reload } = loaded;
  useEffect(
    () => wallet.subscribe(({ type }) => void (changes.includes(type) && reload())),
    [wallet, reload],
  );
  return loaded;
}
