import * as z from 'zod/mini';
import { withDefault } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { whole } from '../../format/page.ts';
import { nonEmpty } from '../../format/request-values.ts';
import { minorUnits } from '../../format/units.ts';
import { ExchangeRate } from './schemas.ts';

/**
 * Lists exchange rates, platform fees included. A rate stays the same for about 5 minutes.
 *
 * @see Public reference, `GET /exchange-rates`
 */
export const list = operation('GET /exchange-rates', {
  query: strictObject({
    /** Code of the currency to send. */
    sourceCurrency: z.optional(nonEmpty),
    /** Codes of the currencies to receive. */
    destinationCurrency: z.optional(z.array(nonEmpty)),
    /** In the smallest unit of the source currency. Default 10,000. */
    sendingAmount: withDefault(minorUnits('sourceCurrency').check(z.gte(0)), 10_000),
  }),
  responses: { 200: whole(ExchangeRate) },
  errors: ['INVALID_CURRENCY'],
});
