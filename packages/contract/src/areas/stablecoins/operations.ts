import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page, pageQuery } from '../../format/page.ts';
import { limitedIdempotencyHeader, nonEmpty, requestId } from '../../format/request-values.ts';
import {
  Stablecoin,
  StablecoinOperation,
  stablecoinBurn,
  stablecoinMint,
  stablecoinRegister,
} from './schemas.ts';
import {
  stablecoinIssuanceStatuses,
  stablecoinOperationTypes,
  stablecoinServiceStatuses,
} from './states.ts';

const params = strictObject({
  /** The stablecoin's id. */
  stablecoinId: requestId('Stablecoin'),
});

/**
 * Lists the stablecoins that the platform issues.
 *
 * @see Public reference, `GET /stablecoins`
 */
export const list = operation('GET /stablecoins', {
  query: strictObject({
    /** Only those whose issuance is this far. */
    issuanceStatus: z.optional(z.enum(stablecoinIssuanceStatuses)),
    /** Only those which the service handles like this. */
    serviceOperationsStatus: z.optional(z.enum(stablecoinServiceStatuses)),
    /** Only those of this provider. */
    provider: z.optional(nonEmpty),
    ...pageQuery,
  }),
  responses: { 200: page(Stablecoin) },
});

/**
 * Registers a stablecoin that a linked provider issues for the platform.
 *
 * @see Public reference, `POST /stablecoins`
 */
export const register = operation('POST /stablecoins', {
  headers: limitedIdempotencyHeader,
  body: stablecoinRegister,
  responses: { 201: Stablecoin },
  errors: [
    'STABLECOIN_PROVIDER_ACCOUNT_INVALID',
    'STABLECOIN_PROVIDER_ACCOUNT_REVOKED',
    'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED',
    'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND',
    'CONFLICT',
  ],
});

/**
 * Reads a stablecoin.
 *
 * @see Public reference, `GET /stablecoins/{stablecoinId}`
 */
export const get = operation('GET /stablecoins/{stablecoinId}', {
  params,
  responses: { 200: Stablecoin },
});

/** Why neither a mint nor a burn begins. */
const refusals = [
  'STABLECOIN_PROVIDER_ACCOUNT_INVALID',
  'STABLECOIN_PROVIDER_ACCOUNT_REVOKED',
  'INVALID_AMOUNT',
  'INVALID_CURRENCY',
  'AMOUNT_OUT_OF_RANGE',
  'NOT_FOUND',
  'CONFLICT',
] as const;

/**
 * Mints stablecoins: they are paid for, and arrive in an internal account.
 *
 * @see Public reference, `POST /stablecoins/{stablecoinId}/mints`
 */
export const mint = operation('POST /stablecoins/{stablecoinId}/mints', {
  permission: 'TRANSACT',
  params,
  headers: limitedIdempotencyHeader,
  body: stablecoinMint,
  responses: { 201: StablecoinOperation },
  echoes: {
    'fundingSource.type': 'source.type',
    'fundingSource.accountId': 'source.accountId',
    'fundingSource.externalAccountId': 'source.externalAccountId',
    'fundingSource.sourceTokenIdentifier': 'source.sourceTokenIdentifier',
    'fundingSource.cryptoNetwork': 'source.cryptoNetwork',
  },
  errors: refusals,
  statuses: [503],
});

/**
 * Burns stablecoins: they are destroyed, and their value is paid out to a bank account.
 *
 * @see Public reference, `POST /stablecoins/{stablecoinId}/burns`
 */
export const burn = operation('POST /stablecoins/{stablecoinId}/burns', {
  permission: 'TRANSACT',
  params,
  headers: limitedIdempotencyHeader,
  body: stablecoinBurn,
  responses: { 201: StablecoinOperation },
  echoes: {
    'destination.externalAccountId': 'destination.accountId',
    // A result names the kind of its source only.
    'destination.type': null,
  },
  errors: refusals,
  statuses: [503],
});

/**
 * Lists the mints and burns of a stablecoin, newest first.
 *
 * @see Public reference, `GET /stablecoins/{stablecoinId}/operations`
 */
export const listOperations = operation('GET /stablecoins/{stablecoinId}/operations', {
  params,
  query: strictObject({
    /** Only mints, or only burns. */
    operationType: z.optional(z.enum(stablecoinOperationTypes)),
    ...pageQuery,
  }),
  responses: { 200: page(StablecoinOperation) },
});

/**
 * Reads a mint or burn.
 *
 * @see Public reference, `GET /stablecoin-operations/{stablecoinOperationId}`
 */
export const getOperation = operation('GET /stablecoin-operations/{stablecoinOperationId}', {
  params: strictObject({
    /** The id of the mint or burn. */
    stablecoinOperationId: requestId('StablecoinOperation'),
  }),
  responses: { 200: StablecoinOperation },
});
