import * as z from 'zod';
import { ofType } from './request-values.ts';

/**
 * What a number of a row counts. For an amount, the second part names the currency: a field beside it
 * or above it (`sendingCurrency`), or the side whose currency it is (`account`, `card`).
 */
export type Unit =
  | `minorUnits of ${string}`
  /** Units of the sending currency for one unit of the receiving currency. */
  | 'sendingPerReceiving'
  /** Hundredths of a percent. */
  | 'basisPoints'
  | 'percent'
  /** A part of a whole: 0.005 is half a percent. */
  | 'share'
  | 'seconds'
  | 'count'
  | 'characters'
  /** Decimal places of a currency's smallest unit. */
  | 'decimals'
  | 'month'
  | 'year'
  | 'httpStatus';

/** Declares what a number counts. */
export function inUnit<Schema extends z.ZodType>(schema: Schema, unit: Unit): Schema {
  return schema.meta({ ...schema.meta(), unit }) as Schema;
}

/** An amount in the smallest unit of a currency, which `of` names; see `Unit`. */
export function minorUnits(of: string) {
  const amount = z.int({
    error: ofType(
      "expected a whole number of the currency's smallest unit, such as 4050 for 40.50",
    ),
  });
  return inUnit(amount, `minorUnits of ${of}`);
}
