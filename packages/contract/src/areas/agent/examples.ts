import type { Examples } from '../../format/call-types.ts';
import type { AgentAction } from '../agents/action-schemas.ts';
import type * as transactionOperations from './transactions.ts';
import type * as transferOperations from './transfers.ts';

const internal = { accountId: 'InternalAccount:40de' };
const external = { accountId: 'ExternalAccount:9d2f' };

function action(type: string, source: string, destination: string): AgentAction {
  return {
    id: 'AgentAction:3e5b',
    agentId: 'Agent:e811',
    customerId: 'Customer:91ab',
    platformCustomerId: 'ada',
    status: 'PENDING_APPROVAL',
    type,
    transferDetails: {
      amount: 10_00,
      currency: 'USD',
      sourceAccountId: source,
      destinationAccountId: destination,
    },
    createdAt: '2026-01-05T09:00:00Z',
    updatedAt: '2026-01-05T09:00:00Z',
  };
}

/** One example for each operation on transactions. */
export const transactions: Examples<typeof transactionOperations> = {
  list: {
    input: { status: 'PENDING', limit: 50 },
    result: {
      data: [
        {
          id: 'Transaction:b0c4',
          status: 'PENDING',
          type: 'OUTGOING',
          source: { sourceType: 'ACCOUNT', ...internal, currency: 'USD' },
          destination: { destinationType: 'ACCOUNT', ...external, currency: 'USD' },
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
};

/** One example for each operation on transfers. */
export const transfers: Examples<typeof transferOperations> = {
  createIn: {
    input: { source: external, destination: internal, amount: 10_00 },
    result: action('TRANSFER_IN', external.accountId, internal.accountId),
  },
  createOut: {
    input: { source: internal, destination: external, amount: 10_00 },
    result: action('TRANSFER_OUT', internal.accountId, external.accountId),
  },
};
