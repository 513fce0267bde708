import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { byHand } from '../../format/reconcile.ts';
import { requestId } from '../../format/request-values.ts';
import { minorUnits } from '../../format/units.ts';
import { cardCurrency, cardMerchant } from '../cards/card-transactions.ts';
import { CardSimulation } from './schemas.ts';

const params = strictObject({
  /** The card's id. */
  id: requestId('Card'),
});
const amount = minorUnits('card').check(z.positive());
const cardTransactionId = requestId('CardTransaction');
const inquiry = strictObject({
  /** The merchant that requests the balance. */
  merchant: cardMerchant,
});
const authorization = strictObject({
  /** In the smallest unit of the currency. */
  amount,
  /** The card's currency. */
  currency: cardCurrency,
  /** Where the card is used; the last three characters of its descriptor decide the outcome. */
  merchant: cardMerchant,
});
const advice = strictObject({
  /** The authorization's id. */
  cardTransactionId,
  /** The new amount, in the smallest unit of the card's currency. */
  amount,
});
const reference = strictObject({
  /** The id of the transaction that was returned. */
  cardTransactionId,
});

const furtherSimulation = {
  params,
  responses: { 202: CardSimulation },
  reconcile: byHand('Look for the card transaction among the webhook events.'),
} as const;
const furtherAuthorization = {
  ...furtherSimulation,
  errors: ['FORBIDDEN', 'INVALID_CURRENCY', 'CONFLICT'],
  body: authorization,
} as const;

/**
 * Simulates a merchant's inquiry about a card's balance, in the sandbox.
 *
 * @see Public reference, `POST /sandbox/cards/{id}/simulate/balance_inquiry`
 */
export const simulateBalanceInquiry = operation(
  'POST /sandbox/cards/{id}/simulate/balance_inquiry',
  {
    ...furtherSimulation,
    errors: ['FORBIDDEN'],
    body: inquiry,
  },
);

/**
 * Simulates a merchant's announcement of a credit to a card, in the sandbox.
 *
 * @see Public reference, `POST /sandbox/cards/{id}/simulate/credit_authorization`
 */
export const simulateCreditAuthorization = operation(
  'POST /sandbox/cards/{id}/simulate/credit_authorization',
  furtherAuthorization,
);

/**
 * Authorizes and settles a card payment in one step, in the sandbox.
 *
 * @see Public reference, `POST /sandbox/cards/{id}/simulate/financial_authorization`
 */
export const simulateFinancialAuthorization = operation(
  'POST /sandbox/cards/{id}/simulate/financial_authorization',
  furtherAuthorization,
);

/**
 * Announces and settles a credit to a card in one step, in the sandbox.
 *
 * @see Public reference, `POST /sandbox/cards/{id}/simulate/financial_credit_authorization`
 */
export const simulateFinancialCreditAuthorization = operation(
  'POST /sandbox/cards/{id}/simulate/financial_credit_authorization',
  furtherAuthorization,
);

/**
 * Changes the amount of an authorization afterwards, in the sandbox.
 *
 * @see Public reference, `POST /sandbox/cards/{id}/simulate/authorization_advice`
 */
export const simulateAuthorizationAdvice = operation(
  'POST /sandbox/cards/{id}/simulate/authorization_advice',
  {
    ...furtherSimulation,
    errors: ['FORBIDDEN', 'CONFLICT', 'AMOUNT_OUT_OF_RANGE'],
    body: advice,
  },
);

/**
 * Reports a credit to a card that was announced elsewhere, in the sandbox.
 *
 * @see Public reference, `POST /sandbox/cards/{id}/simulate/credit_authorization_advice`
 */
export const simulateCreditAuthorizationAdvice = operation(
  'POST /sandbox/cards/{id}/simulate/credit_authorization_advice',
  furtherAuthorization,
);

/**
 * Reverses a simulated return, in the sandbox.
 *
 * @see Public reference, `POST /sandbox/cards/{id}/simulate/return_reversal`
 */
export const simulateReturnReversal = operation(
  'POST /sandbox/cards/{id}/simulate/return_reversal',
  {
    ...furtherSimulation,
    errors: ['FORBIDDEN', 'CONFLICT', 'AMOUNT_OUT_OF_RANGE'],
    body: reference,
  },
);
