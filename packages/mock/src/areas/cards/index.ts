import type { Card, CardTransaction } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import { money } from '../../currencies.ts';
import { area } from '../../engine/area.ts';
import { plain } from '../../engine/behaviour.ts';
import type { Recipes } from '../../engine/recipes.ts';
import { refuse } from '../../engine/refusal.ts';
import type { Recipe } from '../../world.ts';
import { addAccount } from '../internal-accounts/fixture.ts';
import { simulateAuthorization } from './authorization.ts';
import { cards, cardTransactions } from './cards.ts';
import { addCard, cardFixture } from './fixture.ts';
import { createCard } from './issue.ts';
import * as later from './later-simulations.ts';
import { simulateClearing, simulateReturn } from './simulation.ts';
import { updateCard } from './update.ts';

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
const cardRecipes: Recipes = { CARD: card, CARD_TRANSACTION: cardTransaction };

/** How long the page that shows a card's number works. */
const PAGE_LIFETIME = 5 * 60_000;
const ISSUER_PAGE = 'https://cards.payments.test/embed';

/** Creates a page that would show a card's number. Only active and frozen cards can be shown. */
const revealCard = plain<'cards.reveal'>({
  run(call) {
    const { world } = call;
    const { id, state } = cards.require(call, call.input.id);
    if (state !== 'ACTIVE' && state !== 'FROZEN') {
      const explanation = `${id} is ${state}; only an ACTIVE or FROZEN card is shown.`;
      throw refuse('FORBIDDEN', 'The card cannot be revealed', explanation);
    }
    const panEmbedUrl = `${ISSUER_PAGE}/${world.random.hex('card-reveal', 16)}`;
    const expiresAt = world.clock.now() + PAGE_LIFETIME;
    return { body: { panEmbedUrl, expiresAt: iso(expiresAt) } };
  },
});

/** Cards, and the sandbox's simulations of their use. */
export const cardsArea = area({
  resources: [cards, cardTransactions],
  operations: {
    'cards.create': createCard,
    'cards.reveal': revealCard,
    'cards.update': updateCard,
    'sandbox.simulateAuthorization': simulateAuthorization,
    'sandbox.simulateClearing': simulateClearing,
    'sandbox.simulateReturn': simulateReturn,
    'cardSimulations.simulateBalanceInquiry': later.simulateBalanceInquiry,
    'cardSimulations.simulateCreditAuthorization': later.simulateCreditAuthorization,
    'cardSimulations.simulateCreditAuthorizationAdvice': later.simulateCreditAuthorizationAdvice,
    'cardSimulations.simulateFinancialAuthorization': later.simulateFinancialAuthorization,
    'cardSimulations.simulateFinancialCreditAuthorization':
      later.simulateFinancialCreditAuthorization,
    'cardSimulations.simulateAuthorizationAdvice': later.simulateAuthorizationAdvice,
    'cardSimulations.simulateReturnReversal': later.simulateReturnReversal,
  },
  fixtures: {
    /**
     * Adds an active card. By default, `fundingSources` is the cardholder's wallet and
     * `cardholderId` the owner of the first source; missing ones are added. The first source is the
     * owning account.
     */
    card: cardFixture,
  },
  recipes: cardRecipes,
});
