import type { WalletError, WalletEvent, WalletState } from '@org/payments-wallet';
import { useSignedAction, useWallet } from '@org/payments-wallet/react';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { type Loaded, useLoaded, useWake } from '../platform/use-loaded.ts';
import type { DemoActions, DemoWallet } from './create-demo-wallet.ts';

/** The wallet of the logged-in user. */
export const WalletContext = createContext<DemoWallet | undefined>(undefined);

/** The wallet around this component. */
export function useDemoWallet(): DemoWallet {
  const wallet = useContext(WalletContext);
  if (wallet === undefined)
    throw new Error('useDemoWallet was called outside WalletContext.Provider.');
  return wallet;
}

/** The state of the wallet around this component. */
export function useWalletState(): WalletState {
  return useWallet(useDemoWallet());
}

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

/** A signed change, for one control. */
interface ChangeControl<Input, Result> {
  readonly isBusy: boolean;
  readonly error: WalletError | undefined;
  /** The person declined in the dialog. */
  readonly wasRefused: boolean;
  /** Returns the result, or undefined when nothing is known to have changed. */
  readonly run: (input: Input) => Promise<Result | undefined>;
}

/**
 * Runs one of the relay's actions. Unless it succeeds, the page's data is read again: the response
 * may have been lost, or the state may have changed in the meantime.
 */
export function useChange<Name extends keyof DemoActions & string>(
  name: Name,
  reload: () => Promise<void>,
): ChangeControl<DemoActions[Name]['input'], DemoActions[Name]['result']> {
  const task = useSignedAction<DemoActions, Name>(useDemoWallet(), name);
  const [wasRefused, setRefused] = useState(false);

  async function run(input: DemoActions[Name]['input']) {
    setRefused(false);
    const result = await task.run(input);
    if (result === undefined) {
      setRefused(true);
      await reload();
    }
    return result;
  }

  const { status, error } = task;
  return {
    isBusy: status === 'running',
    error,
    wasRefused: wasRefused && status === 'idle',
    run,
  };
}

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

  const check = useCallback(async () => {
    const { session } = wallet.state;
    const isWorthAsking = document.visibilityState === 'visible' && navigator.onLine;
    if (session === undefined || !isWorthAsking) return;
    const account = await wallet.account();
    // Another session may have taken its place while the list was read.
    if (wallet.state.session?.id !== session.id) return;
    if (account.sessions.some(({ id }) => id === session.id)) set(account);
    else await wallet.signOut();
  }, [wallet, set]);

  const lookQuietly = useCallback(() => void check().catch(() => undefined), [check]);
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
