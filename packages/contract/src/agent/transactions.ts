import * as z from 'zod';
import { operation } from '../operation.ts';
import { dateTime, text } from '../primitives.ts';
import { page, pageQuery } from '../schemas/page.ts';
import { Transaction, transactionStatuses, transactionTypes } from '../schemas/transaction.ts';

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
  query: z.strictObject({
    /** Matches sender or receiver. */
    accountIdentifier: text.optional(),
    senderAccountIdentifier: text.optional(),
    receiverAccountIdentifier: text.optional(),
    status: z.enum(transactionStatuses).optional(),
    type: z.enum(transactionTypes).optional(),
    reference: text.optional(),
    /** Inclusive. */
    startDate: dateTime.optional(),
    /** Inclusive. */
    endDate: dateTime.optional(),
    /** `desc` when left out. */
    sortOrder: z.enum(['asc', 'desc']).optional(),
    ...pageQuery,
  }),
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
