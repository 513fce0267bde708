import { useCallback, useSyncExternalStore } from 'react';
import type { ActionMap } from '../actions.ts';
import { initialState, type WalletState } from '../session/state.ts';
import type { Wallet } from '../wallet.ts';
import { type Task, useTask } from './use-task.ts';

/**
 * Performs an action of the relay, signed by the session.
 *
 * @param action its name, which determines the types of input and result
 */
export function useSignedAction<
  Actions extends ActionMap<Actions>,
  Name extends keyof Actions & string,
>(
  wallet: Wallet<Actions>,
  action: Name,
): Task<[input: Actions[Name]['input']], Actions[Name]['result']> {
  return useTask((input: Actions[Name]['input']) => wallet.run(action, input));
}

/** Anything with the state of a wallet: every `Wallet`, whatever its actions. */
export interface WalletLike {
  /** The wallet's state, a frozen snapshot. */
  readonly state: WalletState;
  /** Calls a listener with every change; returns a function that stops it. */
  subscribe(listener: () => void): () => void;
}

/**
 * The state of a wallet; renders again when it changes.
 *
 * @param initial the state on a server, while hydrating, and until storage was read, such as
 * `sessionFromCookie()` returns it; default signed out. It must be the same object in every render.
 *
 * @example
 * const { status } = useWallet(wallet);
 */
export function useWallet(wallet: WalletLike, initial: WalletState = initialState): WalletState {
  const subscribe = useCallback((changed: () => void) => wallet.subscribe(changed), [wallet]);
  const current = () => (wallet.state.ready ? wallet.state : initial);
  return useSyncExternalStore(subscribe, current, () => initial);
}
