import * as z from 'zod';
import { operation } from '../operation.ts';
import { page } from '../schemas/page.ts';
import { Transaction } from '../schemas/transaction.ts';
import { transactionQuery } from '../schemas/transaction-query.ts';

/**
 * Lists the transactions of the agent's customer, newest first.
 *
 * @see Specification, part 4, `GET /agents/me/transactions`
 */
export const list = operation({
  method: 'GET',
  path: '/agents/me/transactions',
  auth: 'agent',
  signing: 'never',
  retry: 'safe',
  origin: 'specified',
  list: true,
  query: z.strictObject(transactionQuery),
  responses: { 200: page(Transaction) },
  errors: [],
  example: {
    input: { status: 'PENDING', limit: 50 },
    result: {
      data: [
        {
          id: 'Transaction:b0c4',
          status: 'PENDING',
          type: 'OUTGOING',
          source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:40de', currency: 'USD' },
          destination: {
            destinationType: 'ACCOUNT',
            accountId: 'ExternalAccount:9d2f',
            currency: 'USD',
          },
          sentAmount: {
            amount: 10_00,
            currency: { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 },
          },
          customerId: 'Customer:91ab',
          platformCustomerId: 'ada',
          agentId: 'Agent:e811',
          createdAt: '2026-01-05T09:00:00Z',
        },
      ],
      hasMore: false,
      totalCount: 1,
    },
  },
});
