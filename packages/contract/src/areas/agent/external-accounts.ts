import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page } from '../../format/page.ts';
import { byAbsence, byCreated } from '../../format/reconcile.ts';
import { accountParams, accountQuery } from '../external-accounts/account-rows.ts';
import { ExternalAccount, externalAccountCreate } from '../external-accounts/schemas.ts';

/**
 * Lists the external accounts of the agent's customer. Needs the permission `MANAGE_EXTERNAL_ACCOUNTS`.
 *
 * @see Public reference, `GET /agents/me/external-accounts`
 */
export const list = operation('GET /agents/me/external-accounts', {
  auth: 'agent',
  query: strictObject({
    ...accountQuery,
  }),
  agentPermission: 'MANAGE_EXTERNAL_ACCOUNTS',
  responses: { 200: page(ExternalAccount) },
  errors: ['FORBIDDEN'],
});

/**
 * Adds an external account of the agent's customer. Needs the permission `MANAGE_EXTERNAL_ACCOUNTS`.
 * `customerId` may be left out; another customer's is refused.
 *
 * @see Public reference, `POST /agents/me/external-accounts`
 */
export const create = operation('POST /agents/me/external-accounts', {
  risk: 'raises-authority',
  auth: 'agent',
  agentPermission: 'MANAGE_EXTERNAL_ACCOUNTS',
  body: externalAccountCreate,
  responses: { 201: ExternalAccount },
  errors: ['FORBIDDEN', 'INVALID_BANK_ACCOUNT', 'CONFLICT'],
  reconcile: byCreated('agent.externalAccounts.list', ['currency'], 'platformAccountId'),
});

/**
 * Reads an external account of the agent's customer. Needs the permission `MANAGE_EXTERNAL_ACCOUNTS`.
 *
 * @see Public reference, `GET /agents/me/external-accounts/{externalAccountId}`
 */
export const get = operation('GET /agents/me/external-accounts/{externalAccountId}', {
  auth: 'agent',
  params: accountParams,
  agentPermission: 'MANAGE_EXTERNAL_ACCOUNTS',
  responses: { 200: ExternalAccount },
  errors: ['FORBIDDEN'],
});

/**
 * Removes an external account of the agent's customer. Needs the permission
 * `MANAGE_EXTERNAL_ACCOUNTS`.
 *
 * @see Public reference, `DELETE /agents/me/external-accounts/{externalAccountId}`
 */
const deleteAccount = operation('DELETE /agents/me/external-accounts/{externalAccountId}', {
  auth: 'agent',
  agentPermission: 'MANAGE_EXTERNAL_ACCOUNTS',
  params: accountParams,
  responses: { 204: null },
  errors: ['FORBIDDEN', 'CONFLICT', 'BENEFICIARY_TRUSTED'],
  reconcile: byAbsence('agent.externalAccounts.get', 'externalAccountId'),
});

export { deleteAccount as delete };
