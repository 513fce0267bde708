import {
  createWallet,
  type RelayActions,
  type ServiceChange,
  type Wallet,
} from '@org/payments-wallet';
import type { PlatformRelay } from '../../backend/relay.ts';
import type { ReviewDesk } from './review-desk.ts';

/** The inputs and results of the relay's actions, from the backend's types. */
export type DemoActions = RelayActions<PlatformRelay>;

/** The wallet of this page: `run('freezeCard', ...)` has the types of its input and its result. */
export type DemoWallet = Wallet<DemoActions>;

type InputOf<Name extends keyof DemoActions> = DemoActions[Name]['input'];

function cardChange(id: string, state: string): ServiceChange {
  return { operation: 'cards.update', input: { id, state } };
}

/** The wallet of one account, whose signatures the person reviews. */
export function createDemoWallet(accountId: string, desk: ReviewDesk): DemoWallet {
  return createWallet<DemoActions>({
    relay: '/api/wallet',
    accountId,
    review: desk.review,
    changes: {
      freezeCard: ({ cardId }: InputOf<'freezeCard'>) => cardChange(cardId, 'FROZEN'),
      unfreezeCard: ({ cardId }: InputOf<'unfreezeCard'>) => cardChange(cardId, 'ACTIVE'),
      setPrivacy: ({ privateEnabled }: InputOf<'setPrivacy'>) => ({
        operation: 'internalAccounts.update',
        input: { id: accountId, privateEnabled },
      }),
      endSession: ({ sessionId }: InputOf<'endSession'>) => ({
        operation: 'sessions.revoke',
        input: { id: sessionId },
      }),
    },
  });
}
