import * as z from 'zod';
import { operation } from '../operation.ts';
import { integer, resource, text } from '../primitives.ts';
import { ExchangeRate } from '../schemas/exchange-rate.ts';

/**
 * Lists exchange rates, platform fees included. A rate stays the same for about 5 minutes.
 *
 * @see Public reference, `GET /exchange-rates`
 */
export const list = operation({
  method: 'GET',
  path: '/exchange-rates',
  auth: 'platform',
  signing: 'never',
  retry: 'safe',
  origin: 'reference',
  query: z.strictObject({
    sourceCurrency: text.optional(),
    destinationCurrency: z.array(text).optional(),
    /** In the smallest unit of the source currency; 10,000 when left out. */
    sendingAmount: integer.min(0).optional(),
  }),
  responses: { 200: resource({ data: z.array(ExchangeRate) }) },
  errors: ['INVALID_CURRENCY'],
  example: {
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
          exchangeRate: 0.92,
          fees: { fixed: 0, total: 50 },
          updatedAt: '2026-01-05T09:00:00Z',
        },
      ],
    },
  },
});
