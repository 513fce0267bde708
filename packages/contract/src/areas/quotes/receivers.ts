import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { nonEmpty, requestId } from '../../format/request-values.ts';
import { ReceiverLookup } from './schemas.ts';

const counterpartyErrors = [
  'LOOKUP_REQUEST_FAILED',
  'PARSE_LNURLP_RESPONSE_ERROR',
  'UNSUPPORTED_UMA_VERSION',
  'LNURLP_REQUEST_FAILED',
  'COUNTERPARTY_PUBKEY_FETCH_ERROR',
  'NO_COMPATIBLE_UMA_VERSION',
] as const;

/**
 * Looks up a UMA address: which currencies its holder can receive, and which facts the provider
 * requires about the sender.
 *
 * @see Public reference, `GET /receiver/uma/{receiverUmaAddress}`
 */
export const lookUpUma = operation('GET /receiver/uma/{receiverUmaAddress}', {
  params: strictObject({
    /** The receiver's UMA address, such as `$ada@example.com`. */
    receiverUmaAddress: nonEmpty,
  }),
  query: strictObject({
    /** UMA address of the sender. */
    senderUmaAddress: z.optional(nonEmpty),
    /** The customer who sends. */
    customerId: z.optional(requestId('Customer')),
  }),
  responses: { 200: ReceiverLookup },
  errors: [
    'UMA_NOT_FOUND',
    'USER_NOT_FOUND',
    'INVALID_UMA_ADDRESS',
    'COUNTERPARTY_NOT_ALLOWED',
    ...counterpartyErrors,
  ],
});

/**
 * Looks up an external account: which currencies it can receive, and which facts its bank requires
 * about the sender.
 *
 * @see Public reference, `GET /receiver/external-account/{accountId}`
 */
export const lookUpExternalAccount = operation('GET /receiver/external-account/{accountId}', {
  params: strictObject({
    /** The external account's id. */
    accountId: requestId('ExternalAccount'),
  }),
  query: strictObject({
    /** UMA address of the sender. */
    senderUmaAddress: z.optional(nonEmpty),
    /** The customer who sends. */
    customerId: z.optional(requestId('Customer')),
  }),
  responses: { 200: ReceiverLookup },
  errors: ['NOT_FOUND', 'USER_NOT_FOUND', 'INVALID_UMA_ADDRESS', ...counterpartyErrors],
});
