import * as z from 'zod';
import { withDefault } from '../../format/meta.ts';
import { operation } from '../../format/operation.ts';
import { byHand } from '../../format/reconcile.ts';
import { requestId, text } from '../../format/request-values.ts';
import { ExternalAccount, ownershipTypes } from './schemas.ts';

/**
 * Adds an account of a customer outside the service. The fields of `accountInfo` follow from its
 * `accountType`; the contract does not check them.
 *
 * @see Public reference, `POST /customers/external-accounts`
 */
export const create = operation({
  method: 'POST',
  path: '/customers/external-accounts',
  origin: 'reference',
  body: z.strictObject({
    /** The customer the account belongs to. */
    customerId: requestId('Customer').optional(),
    /** ISO 4217 code, or the ticker of a cryptocurrency. */
    currency: text,
    /** Your own id of the account. */
    platformAccountId: text.optional(),
    /** Whether the account is the customer's own or somebody else's. */
    ownershipType: z.enum(ownershipTypes).optional(),
    /** Whether payments to the customer's UMA address arrive here. Default false. */
    defaultUmaDepositAccount: withDefault(z.boolean(), false),
    accountInfo: z.looseObject({ accountType: text }),
  }),
  responses: { 201: ExternalAccount },
  errors: ['USER_NOT_FOUND', 'INVALID_BANK_ACCOUNT', 'CONFLICT'],
  reconcile: byHand("Look through the customer's external accounts."),
});

/**
 * Reads an external account.
 *
 * @see Public reference, `GET /customers/external-accounts/{externalAccountId}`
 */
export const get = operation({
  method: 'GET',
  path: '/customers/external-accounts/{externalAccountId}',
  origin: 'reference',
  params: z.strictObject({
    /** The external account's id. */
    externalAccountId: requestId('ExternalAccount'),
  }),
  responses: { 200: ExternalAccount },
});
