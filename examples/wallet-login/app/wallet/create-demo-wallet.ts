import { createWallet, type RelayActions, type Review, type Wallet } from '@org/payments-wallet';
import type { PlatformRelay } from '../../backend/relay.ts';

/** The inputs and results of the relay's actions, from the backend's types. */
export type DemoActions = RelayActions<PlatformRelay>;

/** The wallet of this page: `run('freezeCard', ...)` has the types of its input and its result. */
export type DemoWallet = Wallet<DemoActions>;

type Input = DemoActions['freezeCard']['input'];

const cardChange =
  (state: string) =>
  ({ cardId: id }: Input) =>
    ({ operation: 'cards.update', input: { id, state } }) as const;

/** The wallet of one account, whose signatures the person reviews. */
export function createDemoWallet(accountId: string, review: Review): DemoWallet {
  const changes = { freezeCard: cardChange('FROZEN'), unfreezeCard: cardChange('ACTIVE') };
  return createWallet<DemoActions>({ relay: '/api/wallet', accountId, review, changes });
}
