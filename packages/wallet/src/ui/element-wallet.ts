import type { Wallet } from '../wallet.ts';

/** What the elements need of a wallet; the type of its actions does not matter. */
export type ElementWallet = Omit<Wallet, 'run' | 'forAccount'>;

/** Whether the wallet can sign. */
export function isSignedIn({ state }: ElementWallet): boolean {
  return state.status === 'active' || state.status === 'expiring';
}

/** The account that is signed in. */
export function accountOf(wallet: ElementWallet): string | undefined {
  return isSignedIn(wallet) ? wallet.state.session?.accountId : undefined;
}
