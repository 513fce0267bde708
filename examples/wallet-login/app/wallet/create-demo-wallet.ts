import { createWallet, type RelayActions, type Wallet } from '@org/payments-wallet';
import type { PlatformRelay } from '../../backend/relay.ts';

/** The inputs and results of the relay's actions, from the backend's types. */
export type DemoActions = RelayActions<PlatformRelay>;

/** The wallet of this page: `run('freezeCard', ...)` has the types of its input and its result. */
export type DemoWallet = Wallet<DemoActions>;

/** The wallet of one account, whose key is in the signer: it asks the person before it signs. */
export function createDemoWallet(accountId: string, origin: string): DemoWallet {
  return createWallet<DemoActions>({ signer: { origin }, accountId });
}
