import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { byHand, byRepeat } from '../../format/reconcile.ts';
import { requestId, text } from '../../format/request-values.ts';
import { minorUnits } from '../../format/units.ts';
import { CardTransaction, cardCurrency, cardMerchant } from '../cards/card-transactions.ts';
import { InternalAccount } from '../internal-accounts/schemas.ts';
import { IncomingTransaction, Transaction } from '../transactions/schemas.ts';
import { TestWebhookResult } from './schemas.ts';

const card = strictObject({
  /** The card's id. */
  id: requestId('Card'),
});
const unobserved = byHand(
  'The sandbox has no request that reads a card transaction; start again with another card.',
);

/**
 * Uses a card at a merchant, in the sandbox. On a frozen card the authorization is declined with
 * `CARD_PAUSED`.
 *
 * @see Public reference as of 2026-06-15, `POST /sandbox/cards/{id}/simulate/authorization`
 */
export const simulateAuthorization = operation('POST /sandbox/cards/{id}/simulate/authorization', {
  params: card,
  body: strictObject({
    /** In the smallest unit of the card's currency. */
    amount: minorUnits('currency').check(z.positive()),
    /** The card's currency. */
    currency: cardCurrency,
    /** Where the card is used; the last three characters of its descriptor decide the outcome. */
    merchant: cardMerchant,
  }),
  responses: { 200: CardTransaction },
  errors: ['FORBIDDEN', 'INVALID_CURRENCY', 'CONFLICT'],
  reconcile: unobserved,
});

/**
 * Settles an authorization, in the sandbox: in part, in full, or above it. 0 lets it expire. Works
 * on a frozen or closed card too.
 *
 * @see Public reference as of 2026-06-15, `POST /sandbox/cards/{id}/simulate/clearing`
 */
export const simulateClearing = operation('POST /sandbox/cards/{id}/simulate/clearing', {
  params: card,
  body: strictObject({
    /** The authorization's id. */
    cardTransactionId: requestId('CardTransaction'),
    /** In the smallest unit of the card's currency; 0 lets the authorization expire. */
    amount: minorUnits('card').check(z.gte(0)),
  }),
  responses: { 200: CardTransaction },
  errors: ['FORBIDDEN', 'CONFLICT', 'AMOUNT_OUT_OF_RANGE'],
  reconcile: unobserved,
});

/**
 * Returns a settled amount, in the sandbox: in part or in full. Works on a frozen or closed card
 * too.
 *
 * @see Public reference as of 2026-06-15, `POST /sandbox/cards/{id}/simulate/return`
 */
export const simulateReturn = operation('POST /sandbox/cards/{id}/simulate/return', {
  params: card,
  body: strictObject({
    /** The authorization's id. */
    cardTransactionId: requestId('CardTransaction'),
    /** In the smallest unit of the card's currency. */
    amount: minorUnits('card').check(z.positive()),
  }),
  responses: { 200: CardTransaction },
  errors: ['FORBIDDEN', 'CONFLICT', 'AMOUNT_OUT_OF_RANGE'],
  reconcile: unobserved,
});

/**
 * Puts money into an internal account, in the sandbox.
 *
 * @see Specification, part 4, named: `POST /sandbox/internal-accounts/{accountId}/fund`
 */
export const fundInternalAccount = operation('POST /sandbox/internal-accounts/{accountId}/fund', {
  params: strictObject({
    /** The internal account's id. */
    accountId: requestId('InternalAccount'),
  }),
  body: strictObject({
    /** In the smallest unit of the account's currency, at most 100,000,000,000. */
    amount: minorUnits('account').check(z.positive(), z.lte(100_000_000_000)),
  }),
  responses: { 200: InternalAccount },
  errors: ['FORBIDDEN'],
  reconcile: byHand("Compare the account's balance with its balance before the call."),
});

/**
 * Pays for a quote with the funds of its payment instructions, in the sandbox, as a customer would
 * at a bank.
 *
 * @see Specification, part 4, named: `POST /sandbox/send`
 */
export const send = operation('POST /sandbox/send', {
  body: strictObject({
    /** The quote to pay for. */
    quoteId: requestId('Quote'),
    /** Code of the currency sent. */
    currencyCode: text,
    /** In the smallest unit; defaults to the amount of the quote. */
    currencyAmount: z.optional(minorUnits('currencyCode').check(z.positive())),
  }),
  responses: { 200: Transaction },
  errors: ['FORBIDDEN', 'QUOTE_NOT_FOUND', 'USER_NOT_FOUND', 'CONFLICT'],
  reconcile: byHand('Read the quote: it is no longer PENDING once it is paid for.'),
});

/**
 * Simulates a payment that arrives at a customer's UMA address, in the sandbox.
 *
 * @see Specification, part 4, named: sandbox receive
 */
export const receive = operation('POST /sandbox/uma/receive', {
  body: strictObject({
    /** UMA address of the sender; its local part can decide the outcome. */
    senderUmaAddress: text,
    /** UMA address of the receiving customer. */
    receiverUmaAddress: z.optional(text),
    /** The receiving customer, instead of the address. */
    customerId: z.optional(requestId('Customer')),
    /** Code of the currency received. */
    receivingCurrencyCode: text,
    /** In the smallest unit. */
    receivingCurrencyAmount: minorUnits('receivingCurrencyCode').check(z.positive()),
  }).check(
    z.refine(
      ({ receiverUmaAddress, customerId }) =>
        receiverUmaAddress !== undefined || customerId !== undefined,
      { error: 'provide receiverUmaAddress or customerId' },
    ),
  ),
  responses: { 200: IncomingTransaction },
  errors: ['FORBIDDEN', 'USER_NOT_FOUND', 'INVALID_UMA_ADDRESS', 'INVALID_CURRENCY'],
  reconcile: byHand("Look through the customer's incoming transactions."),
});

/**
 * Delivers a `TEST` event to the configured webhook endpoint, once, and returns its response.
 *
 * @see Public reference, `POST /sandbox/webhooks/test`
 */
export const sendTestWebhook = operation('POST /sandbox/webhooks/test', {
  responses: { 200: TestWebhookResult },
  errors: ['WEBHOOK_ENDPOINT_NOT_SET', 'WEBHOOK_DELIVERY_ERROR'],
  reconcile: byRepeat('A repeat delivers another TEST event.'),
});
