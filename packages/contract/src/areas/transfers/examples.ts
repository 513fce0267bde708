import type { Examples } from '../../format/call-types.ts';
import type * as operations from './operations.ts';

const usd = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 };
const internal = { accountId: 'InternalAccount:40de' };
const external = { accountId: 'ExternalAccount:9d2f' };
const common = {
  customerId: 'Customer:91ab',
  platformCustomerId: 'ada',
  createdAt: '2026-01-05T09:00:00Z',
  reconciliationInstructions: { reference: 'REF-1' },
} as const;

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  createIn: {
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
  createOut: {
    input: {
      source: internal,
      destination: { ...external, paymentRail: 'SEPA' },
      amount: 10_00,
      purposeOfPayment: 'GOODS_OR_SERVICES',
    },
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
};
