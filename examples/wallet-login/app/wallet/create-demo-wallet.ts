import { createWallet, type RelayActions, type Wallet } from '@org/payments-wallet';
import type { PlatformRelay } from '../../backend/relay.ts';
import type { ReviewDesk } from './review-desk.ts';

/** What the relay's actions take and give, read from the backend's types alone. */
export type DemoActions = RelayActions<PlatformRelay>;

/** The wallet of this page: `run('freezeCard', ...)` knows its input and its result. */
export type DemoWallet = Wallet<DemoActions>;

/** The wallet of one account, whose signatures the person is asked for at the desk. */
export function createDemoWallet(accountId: string, desk: ReviewDesk): DemoWallet {
  return createWallet<DemoActions>({ relay: '/api/wallet', accountId, review: desk.review });
}
