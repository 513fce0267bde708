import type { Examples } from '../../format/call-types.ts';
import type * as operations from './operations.ts';

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  list: {
    input: { sourceCurrency: 'USD', destinationCurrency: ['EUR'], sendingAmount: 100_00 },
    result: {
      data: [
        {
          sourceCurrency: { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 },
          sendingAmount: 100_00,
          minSendingAmount: 100,
          maxSendingAmount: 1_000_000_00,
          destinationCurrency: { code: 'EUR', name: 'Euro', symbol: '€', decimals: 2 },
          destinationPaymentRail: 'SEPA',
          receivingAmount: 91_54,
          exchangeRate: 1.0924186,
          fees: { fixed: 0, total: 50 },
          updatedAt: '2026-01-05T09:00:00Z',
        },
      ],
    },
  },
};
