import * as z from 'zod/mini';
import { integer } from './request-values.ts';
import { resource } from './response-values.ts';
import { inUnit, minorUnits } from './units.ts';

const currencyShape = resource({
  /** ISO 4217 code, or the ticker of a cryptocurrency. */
  code: z.string(),
  /** The currency's English name. */
  name: z.optional(z.string()),
  /** The currency's symbol, such as `$`. */
  symbol: z.optional(z.string()),
  /** Decimals of the smallest unit: 2 for cents. */
  decimals: z.optional(inUnit(integer, 'decimals')),
});

/** A currency and how many decimals its smallest unit has. */
export interface Currency extends z.output<typeof currencyShape> {}
export const Currency: z.ZodMiniType<Currency> = currencyShape;

const currencyAmountShape = resource({
  /** Whole number of the currency's smallest unit. */
  amount: minorUnits('currency'),
  /** The currency of the amount. */
  currency: Currency,
});

/** An amount in the smallest unit of its currency. */
export interface CurrencyAmount extends z.output<typeof currencyAmountShape> {}
export const CurrencyAmount: z.ZodMiniType<CurrencyAmount> = currencyAmountShape;
