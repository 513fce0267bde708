import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page, pageQuery } from '../../format/page.ts';
import { byAbsence, byHand } from '../../format/reconcile.ts';
import { dateTime } from '../../format/request-forms.ts';
import { nonEmpty, pathId } from '../../format/request-values.ts';
import { ApiToken, apiTokenCreate, NewApiToken } from './schemas.ts';

const params = strictObject({
  /** The token's id. */
  tokenId: pathId,
});

/**
 * Lists the API tokens, never with their secrets.
 *
 * @see Public reference, `GET /tokens`
 */
export const list = operation('GET /tokens', {
  permission: 'MANAGE',
  query: strictObject({
    /** Only the tokens with this name. */
    name: z.optional(nonEmpty),
    /** Only the tokens created after this time. */
    createdAfter: z.optional(dateTime),
    /** Only the tokens created before this time. */
    createdBefore: z.optional(dateTime),
    /** Only the tokens changed after this time. */
    updatedAfter: z.optional(dateTime),
    /** Only the tokens changed before this time. */
    updatedBefore: z.optional(dateTime),
    ...pageQuery,
  }),
  responses: { 200: page(ApiToken) },
});

/**
 * Creates an API token. The response holds its secret, once.
 *
 * @see Public reference, `POST /tokens`
 */
export const create = operation('POST /tokens', {
  risk: 'raises-authority',
  body: apiTokenCreate,
  responses: { 201: NewApiToken },
  result: { fields: ['id', 'clientId', 'clientSecret'] },
  reconcile: byHand(
    'The secret is returned once. Delete the token by its name and create another.',
  ),
});

/**
 * Reads an API token, without its secret.
 *
 * @see Public reference, `GET /tokens/{tokenId}`
 */
export const get = operation('GET /tokens/{tokenId}', {
  permission: 'MANAGE',
  params,
  responses: { 200: ApiToken },
  result: { same: { id: 'tokenId' } },
  errors: ['TOKEN_NOT_FOUND'],
});

/**
 * Deletes an API token; it stops working at once. A token cannot delete itself.
 *
 * @see Public reference, `DELETE /tokens/{tokenId}`
 */
const deleteToken = operation('DELETE /tokens/{tokenId}', {
  params,
  responses: { 204: null },
  errors: ['INVALID_INPUT', 'TOKEN_NOT_FOUND'],
  reconcile: byAbsence('tokens.get', 'tokenId'),
});

export { deleteToken as delete };
