import type { WalletState } from '@org/payments-wallet';
import { useWallet } from '@org/payments-wallet/react';
import { createContext, useContext } from 'react';
import type { DemoWallet } from './create-demo-wallet.ts';

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
