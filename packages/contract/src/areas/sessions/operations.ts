import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { whole } from '../../format/page.ts';
import { byFirstLeg, byRepeat } from '../../format/reconcile.ts';
import { clientPublicKey } from '../../format/request-forms.ts';
import { requestId } from '../../format/request-values.ts';
import { AuthSession, OpenedSession } from '../credentials/schemas.ts';

const params = strictObject({
  /** The session's id. */
  id: requestId('Session'),
});

/**
 * Opens a new session, signed by a live one. The new key comes sealed to
 * `clientPublicKey`; the old session stays valid until it expires.
 *
 * Signed: by the session itself.
 *
 * @see Specification, part 4, `POST /auth/sessions/{id}/refresh`
 */
export const refresh = operation('POST /auth/sessions/{id}/refresh', {
  risk: 'raises-authority',
  signing: 'required',
  params,
  body: strictObject({
    /** Fresh P-256 public key, 130 hex characters; the same on both legs. */
    clientPublicKey,
  }),
  responses: { 201: OpenedSession },
  result: { isNew: true },
  reconcile: byRepeat('Refresh again; a session whose key was lost stays valid until it expires.'),
});

/**
 * Lists the active sessions of an account, all in one response and never with a key.
 *
 * @see Specification, part 4, named: `GET /auth/sessions`
 */
export const list = operation('GET /auth/sessions', {
  query: strictObject({
    /** The internal account. */
    accountId: requestId('InternalAccount'),
  }),
  responses: { 200: whole(AuthSession) },
});

/**
 * Ends a session at once.
 *
 * Signed: by any session of the account, including the one that ends.
 *
 * @see Specification, part 4, named beside the signed-retry pattern
 */
export const revoke = operation('DELETE /auth/sessions/{id}', {
  signing: 'required',
  params,
  responses: { 204: null },
  statuses: [400],
  reconcile: byFirstLeg,
});
