import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { whole } from '../../format/page.ts';
import { byListed, byValue, isCreatedSince } from '../../format/reconcile.ts';
import { nonEmpty, requestId } from '../../format/request-values.ts';
import { DelegatedKey, delegatedKeyCreate } from './schemas.ts';

const params = strictObject({
  /** The key's id. */
  id: requestId('DelegatedKey'),
});

/**
 * Looks for a key of this card and wallet that works: there is at most one. One that was created
 * since and is revoked, or waits for the last leg, may be the one of the write.
 */
const byLiveKey = {
  ...byListed('delegatedKeys.list', {
    filter: ['internalAccountId'],
    matches(write, item, sentAt) {
      if (item.cardId !== write.cardId) return undefined;
      if (item.status === 'ACTIVE') return 'applied';
      return isCreatedSince(item, sentAt) ? 'unknown' : undefined;
    },
  }),
  input: ({ internalAccountId }: Readonly<Record<string, unknown>>) => ({
    accountId: internalAccountId,
  }),
};

/**
 * Lists the delegated keys, all in one response.
 *
 * @see Public reference, `GET /auth/delegated-keys`
 */
export const list = operation('GET /auth/delegated-keys', {
  query: strictObject({
    /** Only the keys of this embedded wallet. */
    accountId: z.optional(requestId('InternalAccount')),
    /** Only the keys of this binding of a wallet to a card. */
    fundingSourceId: z.optional(nonEmpty),
  }),
  responses: { 200: whole(DelegatedKey) },
});

/**
 * Creates a key with which the service spends from a wallet for one card, without a session.
 *
 * Signed twice, by a session of the wallet: the first stamp creates the key, which is `PENDING` and
 * cannot sign; the second one gives it the right to. One that is left `PENDING` does not stand in
 * the way of another. No limit of amounts or payees can be set on a key: revoke it when it is no
 * longer needed.
 *
 * @see Public reference, `POST /auth/delegated-keys`
 */
export const create = operation('POST /auth/delegated-keys', {
  risk: 'raises-authority',
  signing: 'required',
  legs: 3,
  body: delegatedKeyCreate,
  responses: { 201: DelegatedKey },
  errors: ['NOT_FOUND', 'CONFLICT'],
  reconcile: byLiveKey,
});

/**
 * Reads a delegated key.
 *
 * @see Public reference, `GET /auth/delegated-keys/{id}`
 */
export const get = operation('GET /auth/delegated-keys/{id}', {
  params,
  responses: { 200: DelegatedKey },
});

/**
 * Revokes a delegated key at once and for good. It stays readable.
 *
 * @see Public reference, `DELETE /auth/delegated-keys/{id}`
 */
export const revoke = operation('DELETE /auth/delegated-keys/{id}', {
  params,
  responses: { 204: null },
  errors: ['INVALID_INPUT'],
  reconcile: byValue('delegatedKeys.get', 'id', 'status', ['REVOKED']),
});
