import * as z from 'zod';
import { operation } from '../operation.ts';
import { requestId } from '../primitives.ts';
import { Transaction } from '../schemas/transaction.ts';

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
  params: z.strictObject({ transactionId: requestId('Transaction') }),
  body: z
    .strictObject({
      /** Free text for your own use. */
      reason: z.string().optional(),
    })
    .optional(),
  responses: { 200: Transaction },
  errors: ['TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
  example: {
    input: { transactionId: 'Transaction:b0c4', reason: 'duplicate invoice' },
    result: {
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
    },
  },
});
