import type { AnyWallet } from '../flows/flow.ts';
import type { ElementState } from './states.ts';

/** What the elements need of a wallet; the type of its actions does not matter. */
export type ElementWallet = AnyWallet;

/** Whether the wallet can sign. */
export function isSignedIn({ state }: ElementWallet): boolean {
  return state.status === 'active' || state.status === 'expiring';
}

/** The state of a list of what the account has, between two steps. */
export function restOfList({ state }: ElementWallet, list: object | undefined): ElementState {
  if (state.status === 'expired' || state.status === 'signed-out') return state.status;
  if (list === undefined) return 'loading';
  return state.status === 'expiring' ? 'expiring' : 'list';
}

/** The account that is signed in. */
export function accountOf(wallet: ElementWallet): string | undefined {
  return isSignedIn(wallet) ? wallet.state.session?.accountId : undefined;
}
