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

const serverState = () => initialState;

/**
 * The state of a wallet; renders again when it changes. On a server, and while hydrating, it is
 * signed out and not ready.
 */
export function useWallet(wallet: WalletLike): WalletState {
  const subscribe = useCallback((changed: () => void) => wallet.subscribe(changed), [wallet]);
  return useSyncExternalStore(subscribe, () => wallet.state, serverState);
}
