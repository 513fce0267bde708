import * as z from 'zod/mini';
import { integer } from './request-values.ts';
import { inUnit } from './units.ts';

/** An exchange rate: units of the sending currency for one unit of the receiving currency. */
export const exchangeRate = inUnit(z.number(), 'sendingPerReceiving');

/** A share in hundredths of a percent, from 0 to 10,000. */
export const basisPoints = inUnit(integer.check(z.gte(0), z.lte(10_000)), 'basisPoints');
