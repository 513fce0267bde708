import type { Examples } from '../../format/call-types.ts';
import type * as operations from './operations.ts';
import type { InternalAccount } from './schemas.ts';

const balance = {
  amount: 12_50,
  currency: { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 },
};

const account: InternalAccount = {
  id: 'InternalAccount:40de',
  customerId: 'Customer:91ab',
  type: 'EMBEDDED_WALLET',
  status: 'ACTIVE',
  balance,
  totalBalance: balance,
  fundingPaymentInstructions: [],
  privateEnabled: true,
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-06T09:00:00Z',
};

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  update: { input: { id: 'InternalAccount:40de', privateEnabled: true }, result: account },
  list: {
    input: { customerId: 'Customer:91ab' },
    result: { data: [account], hasMore: false, totalCount: 1 },
  },
};
