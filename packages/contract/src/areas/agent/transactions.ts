import * as z from 'zod';
import { operation } from '../../format/operation.ts';
import { page } from '../../format/page.ts';
import { transactionQuery } from '../transactions/query.ts';
import { Transaction } from '../transactions/schemas.ts';

/**
 * Lists the transactions of the agent's customer, newest first.
 *
 * @see Specification, part 4, `GET /agents/me/transactions`
 */
export const list = operation({
  method: 'GET',
  path: '/agents/me/transactions',
  auth: 'agent',
  origin: 'specified',
  query: z.strictObject(transactionQuery),
  responses: { 200: page(Transaction) },
});
