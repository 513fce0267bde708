import * as z from 'zod';
import { operation } from '../../format/operation.ts';
import { page, pageQuery } from '../../format/page.ts';
import { byListedFields } from '../../format/reconcile.ts';
import { requestId, text } from '../../format/request-values.ts';
import { InternalAccount, internalAccountTypes } from './schemas.ts';

/**
 * Turns wallet privacy of an embedded wallet on or off.
 *
 * Signed: the session must belong to a credential of the account.
 *
 * @see Specification, part 4, `PATCH /internal-accounts/{id}`
 */
export const update = operation({
  method: 'PATCH',
  path: '/internal-accounts/{id}',
  signing: 'required',
  origin: 'specified',
  params: z.strictObject({
    /** The internal account's id. */
    id: requestId('InternalAccount'),
  }),
  body: z
    .strictObject({
      /** Whether wallet privacy is on. */
      privateEnabled: z.boolean().optional(),
    })
    .refine((update) => update.privateEnabled !== undefined, {
      error: 'give at least one field to update',
      path: ['privateEnabled'],
    }),
  responses: { 200: InternalAccount },
  reconcile: byListedFields('internalAccounts.list', 'id'),
});

/**
 * Lists the internal accounts of the platform's customers.
 *
 * @see Public reference, `GET /customers/internal-accounts`
 */
export const list = operation({
  method: 'GET',
  path: '/customers/internal-accounts',
  origin: 'reference',
  query: z.strictObject({
    /** Only accounts in this currency. */
    currency: text.optional(),
    /** Only accounts of this customer. */
    customerId: requestId('Customer').optional(),
    type: z.enum(internalAccountTypes).optional(),
    ...pageQuery,
  }),
  responses: { 200: page(InternalAccount) },
});
