import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page, pageQuery } from '../../format/page.ts';
import { limitedIdempotencyHeader, nonEmpty, requestId } from '../../format/request-values.ts';
import { providerAccountLink, StablecoinProviderAccount } from './schemas.ts';
import { stablecoinProviderAccountStatuses } from './states.ts';

/**
 * Lists the linked accounts at providers of stablecoins.
 *
 * @see Public reference, `GET /stablecoin-provider-accounts`
 */
export const list = operation('GET /stablecoin-provider-accounts', {
  query: strictObject({
    /** Only those at this provider. */
    provider: z.optional(nonEmpty),
    /** Only those with this status. */
    status: z.optional(z.enum(stablecoinProviderAccountStatuses)),
    ...pageQuery,
  }),
  responses: { 200: page(StablecoinProviderAccount) },
});

/**
 * Links the platform's account at a provider, with the credentials of the provider's API.
 *
 * @see Public reference, `POST /stablecoin-provider-accounts`
 */
export const link = operation('POST /stablecoin-provider-accounts', {
  risk: 'raises-authority',
  headers: limitedIdempotencyHeader,
  body: providerAccountLink,
  responses: { 201: StablecoinProviderAccount },
  errors: ['STABLECOIN_PROVIDER_ACCOUNT_INVALID', 'CONFLICT'],
});

/**
 * Reads a linked account, without its credentials.
 *
 * @see Public reference, `GET /stablecoin-provider-accounts/{stablecoinProviderAccountId}`
 */
export const get = operation('GET /stablecoin-provider-accounts/{stablecoinProviderAccountId}', {
  params: strictObject({
    /** The id of the linked account. */
    stablecoinProviderAccountId: requestId('StablecoinProviderAccount'),
  }),
  responses: { 200: StablecoinProviderAccount },
  errors: ['STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND'],
});
