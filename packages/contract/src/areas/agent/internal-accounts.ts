import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page, pageQuery } from '../../format/page.ts';
import { nonEmpty } from '../../format/request-values.ts';
import { InternalAccount, internalAccountTypes } from '../internal-accounts/schemas.ts';

/**
 * Lists the internal accounts of the agent's customer, with their balances. Needs the permission
 * `VIEW_TRANSACTIONS`. The agent's policy may not let it use each of them.
 *
 * @see Public reference, `GET /agents/me/internal-accounts`
 */
export const list = operation('GET /agents/me/internal-accounts', {
  auth: 'agent',
  agentPermission: 'VIEW_TRANSACTIONS',
  query: strictObject({
    /** Only accounts in this currency. */
    currency: z.optional(nonEmpty),
    /** Only accounts of this type. */
    type: z.optional(z.enum(internalAccountTypes)),
    ...pageQuery,
  }),
  responses: { 200: page(InternalAccount) },
  errors: ['FORBIDDEN'],
});
