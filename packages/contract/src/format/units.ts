import * as z from 'zod/mini';
import { withMeta } from './meta.ts';
import { integer, ofType } from './request-values.ts';
import { metaOf, type Unit } from './schema-meta.ts';

/** Declares what a number counts. */
export function inUnit<Schema extends z.ZodMiniType>(schema: Schema, unit: Unit): Schema {
  return withMeta(schema, { ...metaOf(schema), unit }) as Schema;
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

/** An exchange rate: units of the sending currency for one unit of the receiving currency. */
export const exchangeRate = inUnit(z.number(), 'sendingPerReceiving');

/** A share in hundredths of a percent, from 0 to 10,000. */
export const basisPoints = inUnit(integer.check(z.gte(0), z.lte(10_000)), 'basisPoints');
