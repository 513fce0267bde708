import { area } from '../../engine/area.ts';
import { simulateAuthorization } from './authorization.ts';
import { cards, cardTransactions } from './cards.ts';
import { cardFixture } from './fixture.ts';
import { createCard } from './issue.ts';
import * as later from './later-simulations.ts';
import { cardRecipes } from './recipes.ts';
import { revealCard } from './reveal.ts';
import { simulateClearing, simulateReturn } from './simulation.ts';
import { updateCard } from './update.ts';

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
