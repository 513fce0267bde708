import * as z from 'zod';
import { operation } from '../../format/operation.ts';
import { page, pageQuery } from '../../format/page.ts';
import { byAbsence, byCreated } from '../../format/reconcile.ts';
import { requestId, text } from '../../format/request-values.ts';
import { ExternalAccount, externalAccountCreate } from '../external-accounts/schemas.ts';

const params = z.strictObject({
  /** The external account's id. */
  externalAccountId: requestId('ExternalAccount'),
});

/**
 * Lists the external accounts of the agent's customer.
 *
 * @see Public reference, `GET /agents/me/external-accounts`
 */
export const list = operation({
  method: 'GET',
  path: '/agents/me/external-accounts',
  auth: 'agent',
  origin: 'reference',
  query: z.strictObject({
    /** Only accounts in this currency. */
    currency: text.optional(),
    ...pageQuery,
  }),
  responses: { 200: page(ExternalAccount) },
});

/**
 * Adds an external account of the agent's customer. Needs the permission `MANAGE_EXTERNAL_ACCOUNTS`.
 * `customerId` may be left out; another customer's is refused.
 *
 * @see Public reference, `POST /agents/me/external-accounts`
 */
export const create = operation({
  method: 'POST',
  path: '/agents/me/external-accounts',
  auth: 'agent',
  origin: 'reference',
  agentPermission: 'MANAGE_EXTERNAL_ACCOUNTS',
  body: externalAccountCreate,
  responses: { 201: ExternalAccount },
  errors: ['FORBIDDEN', 'INVALID_BANK_ACCOUNT', 'CONFLICT'],
  reconcile: byCreated('agent.externalAccounts.list', ['currency'], 'platformAccountId'),
});

/**
 * Reads an external account of the agent's customer.
 *
 * @see Public reference, `GET /agents/me/external-accounts/{externalAccountId}`
 */
export const get = operation({
  method: 'GET',
  path: '/agents/me/external-accounts/{externalAccountId}',
  auth: 'agent',
  origin: 'reference',
  params,
  responses: { 200: ExternalAccount },
});

/**
 * Removes an external account of the agent's customer. Needs the permission
 * `MANAGE_EXTERNAL_ACCOUNTS`.
 *
 * @see Public reference, `DELETE /agents/me/external-accounts/{externalAccountId}`
 */
const deleteAccount = operation({
  method: 'DELETE',
  path: '/agents/me/external-accounts/{externalAccountId}',
  auth: 'agent',
  origin: 'reference',
  agentPermission: 'MANAGE_EXTERNAL_ACCOUNTS',
  params,
  responses: { 204: null },
  errors: ['FORBIDDEN', 'CONFLICT'],
  reconcile: byAbsence('agent.externalAccounts.get', 'externalAccountId'),
});

export { deleteAccount as delete };
