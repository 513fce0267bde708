import * as z from 'zod';
import { operation } from '../../format/operation.ts';
import { page } from '../../format/page.ts';
import { byValue } from '../../format/reconcile.ts';
import { requestId, text } from '../../format/request-values.ts';
import { transactionQuery } from './query.ts';
import { Transaction } from './schemas.ts';
import { transactionMachine } from './states.ts';

const params = z.strictObject({
  /** The transaction's id. */
  transactionId: requestId('Transaction'),
});

/**
 * Rejects a payment, also one held for approval.
 *
 * @see Specification, part 4, `POST /transactions/{transactionId}/reject`
 */
export const reject = operation({
  method: 'POST',
  path: '/transactions/{transactionId}/reject',
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
  moves: {
    field: 'status',
    machine: transactionMachine,
    from: ['CREATED', 'PENDING', 'PROCESSING'],
    to: ['REJECTED', 'FAILED'],
  },
  reconcile: byValue('transactions.get', 'transactionId', 'status', 'REJECTED'),
});

/**
 * Reads a transaction.
 *
 * @see Public reference, `GET /transactions/{transactionId}`
 */
export const get = operation({
  method: 'GET',
  path: '/transactions/{transactionId}',
  origin: 'reference',
  params,
  responses: { 200: Transaction },
  errors: ['TRANSACTION_NOT_FOUND'],
});

/**
 * Lists the transactions of all customers, newest first.
 *
 * @see Public reference, `GET /transactions`
 */
export const list = operation({
  method: 'GET',
  path: '/transactions',
  origin: 'reference',
  query: z.strictObject({
    /** Only transactions of this customer. */
    customerId: requestId('Customer').optional(),
    /** Only transactions of the customer with this id of your own. */
    platformCustomerId: text.optional(),
    ...transactionQuery,
  }),
  responses: { 200: page(Transaction) },
});
