import * as z from 'zod';
import { dateTime, integer, resource } from '../primitives.ts';
import { Currency } from './money.ts';

const exchangeRateShape = resource({
  sourceCurrency: Currency,
  sendingAmount: integer.min(0),
  minSendingAmount: integer.min(0),
  maxSendingAmount: integer.min(0),
  destinationCurrency: Currency,
  destinationPaymentRail: z.string(),
  receivingAmount: integer.min(0),
  /** Units of the destination currency for one of the source currency, fees included. */
  exchangeRate: z.number().positive(),
  fees: resource({ fixed: integer.optional(), total: integer.optional() }),
  /** When the rate was taken; it stays for about 5 minutes. */
  updatedAt: dateTime,
});

/** What one currency is worth in another. */
export interface ExchangeRate extends z.output<typeof exchangeRateShape> {}
export const ExchangeRate: z.ZodType<ExchangeRate> = exchangeRateShape;
