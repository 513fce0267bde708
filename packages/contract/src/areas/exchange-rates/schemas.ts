import * as z from 'zod';
import { Currency } from '../../format/money.ts';
import { integer } from '../../format/request-values.ts';
import { resource, timestamp } from '../../format/response-values.ts';

const exchangeRateShape = resource({
  sourceCurrency: Currency,
  sendingAmount: integer,
  minSendingAmount: integer,
  maxSendingAmount: integer,
  destinationCurrency: Currency,
  destinationPaymentRail: z.string(),
  receivingAmount: integer,
  /** Units of the destination currency for one of the source currency, fees included. */
  exchangeRate: z.number(),
  fees: resource({ fixed: integer.optional(), total: integer.optional() }),
  /** When the rate was taken; it stays for about 5 minutes. */
  updatedAt: timestamp,
});

/** What one currency is worth in another. */
export interface ExchangeRate extends z.output<typeof exchangeRateShape> {}
export const ExchangeRate: z.ZodType<ExchangeRate> = exchangeRateShape;
