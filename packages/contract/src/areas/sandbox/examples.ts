import type { Examples } from '../../format/call-types.ts';
import type { CardTransaction } from '../cards/card-transactions.ts';
import type { IncomingTransaction } from '../transactions/schemas.ts';
import type * as simulationOperations from './card-simulations.ts';
import type * as operations from './operations.ts';

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

const payment: IncomingTransaction = {
  id: 'Transaction:b0c4',
  status: 'PENDING',
  type: 'INCOMING',
  destination: {
    destinationType: 'ACCOUNT',
    accountId: 'InternalAccount:40de',
    currency: 'USD',
  },
  customerId: 'Customer:91ab',
  platformCustomerId: 'ada',
  receivedAmount: { amount: 25_00, currency: usd },
  reconciliationInstructions: { reference: 'REF-1' },
};

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  simulateAuthorization: {
    input: {
      id: 'Card:7c1e',
      amount: 4_50,
      currency: usd,
      merchant: { descriptor: 'COFFEE SHOP' },
    },
    result: exampleTransaction,
  },
  simulateClearing: {
    input: { id: 'Card:7c1e', cardTransactionId: 'CardTransaction:2b7c', amount: 4_50 },
    result: {
      ...exampleTransaction,
      status: 'SETTLED',
      settlementSummary: { count: 1, totalAmount: 4_50 },
    },
  },
  simulateReturn: {
    input: { id: 'Card:7c1e', cardTransactionId: 'CardTransaction:2b7c', amount: 4_50 },
    result: {
      ...exampleTransaction,
      status: 'REFUNDED',
      settlementSummary: { count: 1, totalAmount: 4_50 },
      refundSummary: { count: 1, totalAmount: 4_50 },
    },
  },
  fundInternalAccount: {
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
  send: { input: { quoteId: 'Quote:4c8e', currencyCode: 'USD' }, result: payment },
  receive: {
    input: {
      senderUmaAddress: '$success.usd@sandbox.example.com',
      customerId: 'Customer:91ab',
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 25_00,
    },
    result: payment,
  },
  sendTestWebhook: {
    input: {},
    result: { url: 'https://example.com/webhooks', response_status: 200, response_body: '' },
  },
};

const simulated = { issuerTransactionToken: 'sim-5e21' };
const authorization = {
  id: 'Card:7c1e',
  amount: 4_50,
  currency: usd,
  merchant: { descriptor: 'COFFEE SHOP' },
};
const ofTransaction = { id: 'Card:7c1e', cardTransactionId: 'CardTransaction:2b7c' };

/** One example for each of the later simulations. */
export const cardSimulations: Examples<typeof simulationOperations> = {
  simulateBalanceInquiry: {
    input: { id: 'Card:7c1e', merchant: { descriptor: 'COFFEE SHOP' } },
    result: simulated,
  },
  simulateCreditAuthorization: { input: authorization, result: simulated },
  simulateFinancialAuthorization: { input: authorization, result: simulated },
  simulateFinancialCreditAuthorization: { input: authorization, result: simulated },
  simulateAuthorizationAdvice: { input: { ...ofTransaction, amount: 5_00 }, result: simulated },
  simulateCreditAuthorizationAdvice: { input: authorization, result: simulated },
  simulateReturnReversal: { input: ofTransaction, result: simulated },
};
