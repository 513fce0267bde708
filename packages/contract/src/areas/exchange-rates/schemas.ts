import * as z from 'zod';
import { Currency } from '../../format/money.ts';
import { integer } from '../../format/request-values.ts';
import { resource, timestamp } from '../../format/response-values.ts';

const exchangeRateShape = resource({
  /** The currency that is sent. */
  sourceCurrency: Currency,
  /** The amount that was asked about, in the smallest unit of the source currency. */
  sendingAmount: integer,
  /** Minimum amount of one payment, in the smallest unit of the source currency. */
  minSendingAmount: integer,
  /** Maximum amount of one payment, in the smallest unit of the source currency. */
  maxSendingAmount: integer,
  /** The currency that arrives. */
  destinationCurrency: Currency,
  /** The rail that pays out. */
  destinationPaymentRail: z.string(),
  /**
   * The amount that arrives when `sendingAmount` is sent, in the smallest unit of the destination
   * currency.
   */
  receivingAmount: integer,
  /** Units of the destination currency for one of the source currency, fees included. */
  exchangeRate: z.number(),
  /** The fees for `sendingAmount`, in the smallest unit of the source currency. */
  fees: resource({
    /** The part that does not depend on the amount. */
    fixed: integer.optional(),
    /** All fees together. */
    total: integer.optional(),
  }),
  /** When the rate was set; it stays the same for about 5 minutes. */
  updatedAt: timestamp,
});

/** The rate from one currency to another, with its limits and fees. */
export interface ExchangeRate extends z.output<typeof exchangeRateShape> {}
export const ExchangeRate: z.ZodType<ExchangeRate> = exchangeRateShape;
