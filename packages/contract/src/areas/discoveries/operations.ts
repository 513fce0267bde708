import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page, pageQuery, sortOrder, whole } from '../../format/page.ts';
import { country } from '../../format/request-forms.ts';
import { nonEmpty } from '../../format/request-values.ts';
import { Institution, UmaProvider, Vasp } from './schemas.ts';

/**
 * Lists the banks and wallet providers that payments can reach, all in one response.
 *
 * @see Public reference, `GET /discoveries`
 */
export const list = operation('GET /discoveries', {
  query: strictObject({
    /** Only institutions of this country. */
    country: z.optional(country),
    /** Only institutions that accept this currency. */
    currency: z.optional(nonEmpty),
  }),
  responses: { 200: whole(Institution) },
});

/**
 * Lists the providers of UMA addresses.
 *
 * @see Public reference, `GET /uma-providers`
 */
export const listUmaProviders = operation('GET /uma-providers', {
  query: strictObject({
    /** Only providers of this country. */
    countryCode: z.optional(country),
    /** Only providers that accept this currency. */
    currencyCode: z.optional(nonEmpty),
    /** Whether the providers that the platform blocks are listed too. Default `true`. */
    hasBlockedProviders: z.optional(z.boolean()),
    /** Order of the list. Default `desc`. */
    sortOrder,
    ...pageQuery,
  }),
  responses: { 200: page(UmaProvider) },
});

/**
 * Lists the virtual asset service providers that can hold a receiver's account: exchanges and
 * custodians.
 *
 * @see Public reference, `GET /vasps`
 */
export const listVasps = operation('GET /vasps', {
  since: '2026-08-19',
  query: strictObject(pageQuery),
  responses: { 200: page(Vasp) },
});
