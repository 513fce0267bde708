import { createWallet, type RelayActions } from '@org/payments-wallet';
import { defineElements } from '@org/payments-wallet/ui';
import type { Relay } from '../relay';

defineElements();

/** Asks the person before a change is signed. */
const review = document.body.appendChild(document.createElement('payments-review'));

export const wallet = createWallet<RelayActions<Relay>>({
  relay: '/api/wallet',
  review: review.review,
  changes: {
    freezeCard: ({ cardId }: { cardId: string }) => ({
      operation: 'cards.update',
      input: { id: cardId, state: 'FROZEN' },
    }),
  },
});
