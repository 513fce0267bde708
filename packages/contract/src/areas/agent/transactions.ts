import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page } from '../../format/page.ts';
import { requestId } from '../../format/request-values.ts';
import { Transaction, transactionQuery } from '../transactions/schemas.ts';

/**
 * Lists the transactions of the agent's customer, newest first. Needs the permission
 * `VIEW_TRANSACTIONS`.
 *
 * @see Specification, part 4, `GET /agents/me/transactions`
 */
export const list = operation('GET /agents/me/transactions', {
  auth: 'agent',
  agentPermission: 'VIEW_TRANSACTIONS',
  query: strictObject(transactionQuery),
  responses: { 200: page(Transaction) },
  errors: ['FORBIDDEN'],
});

/**
 * Reads a transaction of the agent's customer. Needs the permission `VIEW_TRANSACTIONS`.
 *
 * @see Public reference, `GET /agents/me/transactions/{transactionId}`
 */
export const get = operation('GET /agents/me/transactions/{transactionId}', {
  auth: 'agent',
  agentPermission: 'VIEW_TRANSACTIONS',
  params: strictObject({
    /** The transaction's id. */
    transactionId: requestId('Transaction'),
  }),
  responses: { 200: Transaction },
  errors: ['FORBIDDEN', 'TRANSACTION_NOT_FOUND'],
});
