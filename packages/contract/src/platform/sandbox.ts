import * as z from 'zod';
import { operation } from '../operation.ts';
import { integer, requestId, text } from '../primitives.ts';
import { CardTransaction, cardMerchant } from '../schemas/card-transaction.ts';
import { InternalAccount } from '../schemas/internal-account.ts';

const card = z.strictObject({ id: requestId('Card') });
const usd = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 };

const exampleTransaction: CardTransaction = {
  id: 'CardTransaction:2b7c',
  cardId: 'Card:7c1e',
  status: 'AUTHORIZED',
  merchant: { descriptor: 'COFFEE SHOP' },
  authorizedAmount: { amount: 4_50, currency: usd },
  accountId: 'InternalAccount:40de',
  pullSummary: { count: 1, totalAmount: 4_50 },
  refundSummary: { count: 0, totalAmount: 0 },
  settlementSummary: { count: 0, totalAmount: 0 },
  authorizedAt: '2026-01-05T09:00:00Z',
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-05T09:00:00Z',
};

/**
 * Uses a card at a merchant, in the sandbox. On a frozen card the authorization is declined with
 * `CARD_PAUSED`.
 *
 * @see Public reference as of 2026-06-15, `POST /sandbox/cards/{id}/simulate/authorization`
 */
export const simulateAuthorization = operation({
  method: 'POST',
  path: '/sandbox/cards/{id}/simulate/authorization',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'reference',
  params: card,
  body: z.strictObject({
    amount: integer.positive(),
    currency: z.strictObject({
      code: text,
      name: z.string().optional(),
      symbol: z.string().optional(),
      decimals: integer.optional(),
    }),
    merchant: cardMerchant,
  }),
  responses: { 200: CardTransaction },
  errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_CURRENCY', 'CONFLICT'],
  example: {
    input: {
      id: 'Card:7c1e',
      amount: 4_50,
      currency: usd,
      merchant: { descriptor: 'COFFEE SHOP' },
    },
    result: exampleTransaction,
  },
});

/**
 * Settles an authorization, in the sandbox: in part, in full, or above it. 0 lets it expire. Works
 * on a frozen or closed card too.
 *
 * @see Public reference as of 2026-06-15, `POST /sandbox/cards/{id}/simulate/clearing`
 */
export const simulateClearing = operation({
  method: 'POST',
  path: '/sandbox/cards/{id}/simulate/clearing',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'reference',
  params: card,
  body: z.strictObject({
    cardTransactionId: requestId('CardTransaction'),
    amount: integer.min(0),
  }),
  responses: { 200: CardTransaction },
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'AMOUNT_OUT_OF_RANGE'],
  example: {
    input: { id: 'Card:7c1e', cardTransactionId: 'CardTransaction:2b7c', amount: 4_50 },
    result: {
      ...exampleTransaction,
      status: 'SETTLED',
      settlementSummary: { count: 1, totalAmount: 4_50 },
    },
  },
});

/**
 * Gives a settled amount back, in the sandbox: in part or in full. Works on a frozen or closed card
 * too.
 *
 * @see Public reference as of 2026-06-15, `POST /sandbox/cards/{id}/simulate/return`
 */
export const simulateReturn = operation({
  method: 'POST',
  path: '/sandbox/cards/{id}/simulate/return',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'reference',
  params: card,
  body: z.strictObject({
    cardTransactionId: requestId('CardTransaction'),
    amount: integer.positive(),
  }),
  responses: { 200: CardTransaction },
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'AMOUNT_OUT_OF_RANGE'],
  example: {
    input: { id: 'Card:7c1e', cardTransactionId: 'CardTransaction:2b7c', amount: 4_50 },
    result: {
      ...exampleTransaction,
      status: 'REFUNDED',
      settlementSummary: { count: 1, totalAmount: 4_50 },
      refundSummary: { count: 1, totalAmount: 4_50 },
    },
  },
});

/**
 * Puts money into an internal account, in the sandbox.
 *
 * @see Specification, part 4, named: `POST /sandbox/internal-accounts/{accountId}/fund`
 */
export const fundInternalAccount = operation({
  method: 'POST',
  path: '/sandbox/internal-accounts/{accountId}/fund',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'named',
  params: z.strictObject({ accountId: requestId('InternalAccount') }),
  body: z.strictObject({ amount: integer.positive().max(100_000_000_000) }),
  responses: { 200: InternalAccount },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  example: {
    input: { accountId: 'InternalAccount:40de', amount: 50_00 },
    result: {
      id: 'InternalAccount:40de',
      type: 'INTERNAL_FIAT',
      status: 'ACTIVE',
      balance: { amount: 50_00, currency: usd },
      totalBalance: { amount: 50_00, currency: usd },
      fundingPaymentInstructions: [],
      createdAt: '2026-01-05T09:00:00Z',
      updatedAt: '2026-01-05T09:00:00Z',
    },
  },
});
