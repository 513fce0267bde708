import * as z from 'zod';
import { operation } from '../operation.ts';
import { requestId, text } from '../primitives.ts';
import { byValue } from '../reconcile.ts';
import { page } from '../schemas/page.ts';
import { Transaction } from '../schemas/transaction.ts';
import { transactionQuery } from '../schemas/transaction-query.ts';

const params = z.strictObject({ transactionId: requestId('Transaction') });

const exampleTransaction: Transaction = {
  id: 'Transaction:b0c4',
  status: 'REJECTED',
  type: 'INCOMING',
  destination: {
    destinationType: 'ACCOUNT',
    accountId: 'InternalAccount:40de',
    currency: 'USD',
  },
  customerId: 'Customer:91ab',
  platformCustomerId: 'ada',
  receivedAmount: {
    amount: 50_00,
    currency: { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 },
  },
  reconciliationInstructions: { reference: 'REF-1' },
};

/**
 * Rejects a payment, also one held for approval.
 *
 * @see Specification, part 4, `POST /transactions/{transactionId}/reject`
 */
export const reject = operation({
  method: 'POST',
  path: '/transactions/{transactionId}/reject',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'specified',
  params,
  body: z
    .strictObject({
      /** Free text for your own use. */
      reason: z.string().optional(),
    })
    .optional(),
  responses: { 200: Transaction },
  errors: ['TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
  reconcile: byValue('transactions.get', 'transactionId', 'status', 'REJECTED'),
  example: {
    input: { transactionId: 'Transaction:b0c4', reason: 'duplicate invoice' },
    result: exampleTransaction,
  },
});

/**
 * Reads a transaction.
 *
 * @see Public reference, `GET /transactions/{transactionId}`
 */
export const get = operation({
  method: 'GET',
  path: '/transactions/{transactionId}',
  auth: 'platform',
  signing: 'never',
  retry: 'safe',
  origin: 'reference',
  params,
  responses: { 200: Transaction },
  errors: ['TRANSACTION_NOT_FOUND'],
  example: { input: { transactionId: 'Transaction:b0c4' }, result: exampleTransaction },
});

/**
 * Lists the transactions of all customers, newest first.
 *
 * @see Public reference, `GET /transactions`
 */
export const list = operation({
  method: 'GET',
  path: '/transactions',
  auth: 'platform',
  signing: 'never',
  retry: 'safe',
  origin: 'reference',
  list: true,
  query: z.strictObject({
    customerId: requestId('Customer').optional(),
    platformCustomerId: text.optional(),
    ...transactionQuery,
  }),
  responses: { 200: page(Transaction) },
  errors: [],
  example: {
    input: { customerId: 'Customer:91ab' },
    result: { data: [exampleTransaction], hasMore: false, totalCount: 1 },
  },
});
