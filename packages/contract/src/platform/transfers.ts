import { operation } from '../operation.ts';
import { Transaction } from '../schemas/transaction.ts';
import { transferHeaders, transferIn, transferOut } from '../schemas/transfer.ts';

const usd = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 };
const internal = { accountId: 'InternalAccount:40de' };
const external = { accountId: 'ExternalAccount:9d2f' };
const common = {
  customerId: 'Customer:91ab',
  platformCustomerId: 'ada',
  createdAt: '2026-01-05T09:00:00Z',
  reconciliationInstructions: { reference: 'REF-1' },
} as const;

/**
 * Pulls money of the same currency from an external account.
 *
 * @see Specification, part 4, named: `POST /transfer-in`
 */
export const createIn = operation({
  method: 'POST',
  path: '/transfer-in',
  auth: 'platform',
  signing: 'never',
  retry: 'keyed',
  origin: 'named',
  headers: transferHeaders,
  body: transferIn,
  responses: { 201: Transaction },
  errors: ['NOT_FOUND', 'INVALID_CURRENCY'],
  example: {
    input: { source: external, destination: internal, amount: 10_00 },
    result: {
      ...common,
      id: 'Transaction:b0c4',
      type: 'INCOMING',
      status: 'PROCESSING',
      source: { sourceType: 'ACCOUNT', ...external, currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', ...internal, currency: 'USD' },
      receivedAmount: { amount: 10_00, currency: usd },
    },
  },
});

/**
 * Sends money of the same currency to an external account.
 *
 * @see Specification, part 4, named: `POST /transfer-out`
 */
export const createOut = operation({
  method: 'POST',
  path: '/transfer-out',
  auth: 'platform',
  signing: 'never',
  retry: 'keyed',
  origin: 'named',
  headers: transferHeaders,
  body: transferOut,
  responses: { 201: Transaction },
  errors: ['NOT_FOUND', 'INVALID_CURRENCY', 'AMOUNT_OUT_OF_RANGE'],
  example: {
    input: { source: internal, destination: external, amount: 10_00 },
    result: {
      ...common,
      id: 'Transaction:b0c5',
      type: 'OUTGOING',
      status: 'PROCESSING',
      source: { sourceType: 'ACCOUNT', ...internal, currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', ...external, currency: 'USD' },
      sentAmount: { amount: 10_00, currency: usd },
    },
  },
});
