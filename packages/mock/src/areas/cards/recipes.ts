import type { Card, CardTransaction } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import { money } from '../../currencies.ts';
import type { Recipes } from '../../engine/recipes.ts';
import type { Recipe } from '../../world.ts';
import { addAccount } from '../internal-accounts/fixture.ts';
import { cards, cardTransactions } from './cards.ts';
import { addCard } from './fixture.ts';

const AMOUNT = 125_00;

const card: Recipe = (scene, name) => {
  const { id, cardholderId, fundingSources } = addCard(scene);
  const record = cards.require(scene, id);
  if (name === 'STATE_CHANGE') {
    return cards.view(cards.change(scene, record, { state: 'FROZEN' }), scene.world);
  }
  const further = addAccount(scene, { customerId: cardholderId });
  const all = [...fundingSources, further.id] as Card['fundingSources'];
  return cards.view(cards.change(scene, record, { fundingSources: all }), scene.world);
};

/** The share of a card transaction that is settled and returned, by its status. */
const cardAmounts: Readonly<Record<string, readonly [settled: number, refunded: number]>> = {
  AUTHORIZED: [0, 0],
  PARTIALLY_SETTLED: [AMOUNT - 1_00, 0],
  SETTLED: [AMOUNT, 0],
  REFUNDED: [AMOUNT, AMOUNT],
  EXCEPTION: [0, 0],
};

const cardTransaction: Recipe = (scene, status) => {
  const { id: cardId, fundingSources } = addCard(scene);
  const [settled = 0, refunded = 0] = cardAmounts[status] ?? [];
  const summary = (amount: number) => ({ count: amount === 0 ? 0 : 1, totalAmount: amount });
  return cardTransactions.add(scene, {
    cardId,
    status,
    merchant: { descriptor: 'COFFEE SHOP', mcc: '5814', country: 'US' },
    authorizedAmount: money(AMOUNT, 'USD'),
    ...(settled === 0 ? {} : { settledAmount: money(settled, 'USD') }),
    ...(refunded === 0 ? {} : { refundedAmount: money(refunded, 'USD') }),
    accountId: fundingSources[0],
    pullSummary: { ...summary(status === 'EXCEPTION' ? 0 : AMOUNT), pendingCount: 0 },
    refundSummary: summary(refunded),
    settlementSummary: summary(settled),
    authorizedAt: iso(scene.write.now),
    lastEventAt: iso(scene.write.now),
  } as unknown as CardTransaction);
};

/** How the events of cards and of their use are triggered. */
export const cardRecipes: Recipes = { CARD: card, CARD_TRANSACTION: cardTransaction };
