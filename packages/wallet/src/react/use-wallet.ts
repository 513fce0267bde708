import { useCallback, useSyncExternalStore } from 'react';
import { initialState, type WalletState } from '../session/state.ts';

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
