import { event, orderedBy } from '../../format/event.ts';
import { CardTransaction } from './card-transactions.ts';
import { Card } from './schemas.ts';
import { cardMachine, cardTransactionMachine } from './states.ts';

/** The state or the funding sources of a card changed. `data` is the card. */
export const cardEvent = event({
  types: ['CARD.STATE_CHANGE', 'CARD.FUNDING_SOURCE_CHANGE'],
  data: Card,
  order: orderedBy('id', { state: cardMachine }),
  emittedBy: "a change of a card's state or funding sources",
});

/** A card transaction's status changed. `data` is the card transaction. */
export const cardTransactionEvent = event({
  types: [
    'CARD_TRANSACTION.AUTHORIZED',
    'CARD_TRANSACTION.PARTIALLY_SETTLED',
    'CARD_TRANSACTION.SETTLED',
    'CARD_TRANSACTION.REFUNDED',
    'CARD_TRANSACTION.EXCEPTION',
  ],
  data: CardTransaction,
  order: orderedBy('id', { status: cardTransactionMachine }),
  emittedBy: "a change of a card transaction's status",
});
