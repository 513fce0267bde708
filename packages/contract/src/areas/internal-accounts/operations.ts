import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page, pageQuery, whole } from '../../format/page.ts';
import { byListedFields, byRepeat } from '../../format/reconcile.ts';
import { clientPublicKey } from '../../format/request-forms.ts';
import { nonEmpty, requestId } from '../../format/request-values.ts';
import { ExportedWallet, InternalAccount, internalAccountTypes } from './schemas.ts';

/**
 * Turns wallet privacy of an embedded wallet on or off.
 *
 * Signed: the session must belong to a credential of the account.
 *
 * @see Specification, part 4, `PATCH /internal-accounts/{id}`
 */
export const update = operation('PATCH /internal-accounts/{id}', {
  signing: 'required',
  params: strictObject({
    /** The internal account's id. */
    id: requestId('InternalAccount'),
  }),
  body: strictObject({
    /** Whether wallet privacy is on. */
    privateEnabled: z.optional(z.boolean()),
  }).check(
    z.refine((update) => update.privateEnabled !== undefined, {
      error: 'provide at least one field to update',
      path: ['privateEnabled'],
    }),
  ),
  responses: { 200: InternalAccount },
  reconcile: byListedFields('internalAccounts.list', 'id'),
});

/**
 * Lists the internal accounts of the platform's customers.
 *
 * @see Public reference, `GET /customers/internal-accounts`
 */
export const list = operation('GET /customers/internal-accounts', {
  query: strictObject({
    /** Only accounts in this currency. */
    currency: z.optional(nonEmpty),
    /** Only accounts of this customer. */
    customerId: z.optional(requestId('Customer')),
    /** Only accounts of this type. */
    type: z.optional(z.enum(internalAccountTypes)),
    ...pageQuery,
  }),
  responses: { 200: page(InternalAccount) },
});

/**
 * Lists the platform's own internal accounts, all in one response.
 *
 * @see Public reference, `GET /platform/internal-accounts`
 */
export const listPlatform = operation('GET /platform/internal-accounts', {
  query: strictObject({
    /** Only accounts in this currency. */
    currency: z.optional(nonEmpty),
    /** Only accounts of this type. */
    type: z.optional(z.enum(internalAccountTypes)),
  }),
  responses: { 200: whole(InternalAccount) },
});

/**
 * Exports the recovery phrase of an embedded wallet, sealed to `clientPublicKey`: open it on the
 * customer's device, never on a server.
 *
 * Signed: the session must belong to a credential of the account.
 *
 * @see Specification, part 4, named: `POST /internal-accounts/{id}/export`
 */
const exportWallet = operation('POST /internal-accounts/{id}/export', {
  risk: 'raises-authority',
  signing: 'required',
  params: strictObject({
    /** The internal account's id. */
    id: requestId('InternalAccount'),
  }),
  body: strictObject({
    /** Fresh P-256 public key, 130 hex characters; the same on both legs. */
    clientPublicKey,
  }),
  responses: { 200: ExportedWallet },
  reconcile: byRepeat('Another export seals the phrase again, to a fresh key.'),
});

export { exportWallet as export };
