import * as z from 'zod/mini';
import { Currency } from '../../format/money.ts';
import { openEnum, resource, timestamp } from '../../format/response-values.ts';
import { exchangeRate, minorUnits } from '../../format/units.ts';
import { paymentRails } from '../transfers/schemas.ts';

const exchangeRateShape = resource({
  /** The currency that is sent. */
  sourceCurrency: Currency,
  /** The amount that was asked about, in the smallest unit of the source currency. */
  sendingAmount: minorUnits('sourceCurrency'),
  /** Minimum amount of one payment, in the smallest unit of the source currency. */
  minSendingAmount: minorUnits('sourceCurrency'),
  /** Maximum amount of one payment, in the smallest unit of the source currency. */
  maxSendingAmount: minorUnits('sourceCurrency'),
  /** The currency that arrives. */
  destinationCurrency: Currency,
  /** The rail that pays out. */
  destinationPaymentRail: openEnum(paymentRails),
  /**
   * The amount that arrives when `sendingAmount` is sent, in the smallest unit of the destination
   * currency.
   */
  receivingAmount: minorUnits('destinationCurrency'),
  /** Units of the source currency for one unit of the destination currency, fees included. */
  exchangeRate,
  /** The fees for `sendingAmount`, in the smallest unit of the source currency. */
  fees: resource({
    /** The part that does not depend on the amount. */
    fixed: z.optional(minorUnits('sourceCurrency')),
    /** All fees together. */
    total: z.optional(minorUnits('sourceCurrency')),
  }),
  /** When the rate was set; it stays the same for about 5 minutes. */
  updatedAt: timestamp,
});

/** The rate from one currency to another, with its limits and fees. */
export interface ExchangeRate extends z.output<typeof exchangeRateShape> {}
export const ExchangeRate: z.ZodMiniType<ExchangeRate> = exchangeRateShape;
