import { type Examples, onePage } from '../../format/call-types.ts';
import type * as operations from './operations.ts';
import type { Transaction } from './schemas.ts';

const transaction: Transaction = {
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

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  reject: {
    input: { transactionId: 'Transaction:b0c4', reason: 'duplicate invoice' },
    result: transaction,
  },
  approve: {
    input: { transactionId: 'Transaction:b0c4', receiverCustomerInfo: { FULL_NAME: 'Ada Byron' } },
    result: { ...transaction, status: 'PROCESSING' },
  },
  cancel: {
    input: { transactionId: 'Transaction:b0c4', reason: 'changed my mind' },
    result: { ...transaction, status: 'FAILED' },
  },
  confirmReceipt: {
    input: { transactionId: 'Transaction:b0c4' },
    result: {
      ...transaction,
      status: 'COMPLETED',
      receiptDeliveryConfirmedAt: '2026-01-05T09:30:00Z',
    },
  },
  get: { input: { transactionId: 'Transaction:b0c4' }, result: transaction },
  list: { input: { customerId: 'Customer:91ab' }, result: onePage(transaction) },
};
