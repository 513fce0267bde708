import * as z from 'zod/mini';
import type { Fields } from '../../format/fields.ts';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { whole } from '../../format/page.ts';
import { byFirstLeg, byListed, byRepeat } from '../../format/reconcile.ts';
import { clientPublicKey } from '../../format/request-forms.ts';
import { nonEmpty, requestId } from '../../format/request-values.ts';
import {
  AuthMethod,
  credentialCreate,
  credentialVerify,
  OpenedSession,
  PasskeyAuthChallenge,
} from './schemas.ts';

/**
 * Looks for the registered credential: a passkey by its WebAuthn id, an e-mail code by its type,
 * since an account has only one. An OIDC identity cannot be recognized: the list does not show
 * which identity a credential is for.
 */
const byNewCredential = byListed('credentials.list', {
  filter: ['accountId'],
  matches(write, item) {
    if (item.type !== write.type) return undefined;
    if (write.type === 'EMAIL_OTP') return 'applied';
    if (write.type === 'OAUTH') return 'unknown';
    const wanted = (write.attestation as Fields | undefined)?.credentialId;
    return item.credentialId === wanted ? 'applied' : undefined;
  },
});

const params = strictObject({
  /** The credential's id. */
  id: requestId('AuthMethod'),
});

/**
 * Registers a further credential on an account: a passkey, an OIDC identity, or an e-mail code
 * after the first one was removed.
 *
 * Signed: the session must belong to an existing credential of the account.
 *
 * @see Specification, part 4, `POST /auth/credentials`
 */
export const create = operation('POST /auth/credentials', {
  risk: 'raises-authority',
  signing: 'required',
  body: credentialCreate,
  responses: { 201: AuthMethod },
  errors: [
    'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
    'SMS_OTP_CREDENTIAL_ALREADY_EXISTS',
    'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
    'NOT_FOUND',
  ],
  reconcile: byNewCredential,
});

/**
 * Starts a sign-in: sends the one-time code of an EMAIL_OTP credential, or issues the WebAuthn
 * challenge of a PASSKEY credential (then pass `clientPublicKey`).
 *
 * @see Specification, part 4, `POST /auth/credentials/{id}/challenge`
 */
export const challenge = operation('POST /auth/credentials/{id}/challenge', {
  params,
  body: z.optional(
    strictObject({
      /** Fresh P-256 public key, 130 hex characters; required for PASSKEY. */
      clientPublicKey: z.optional(clientPublicKey),
    }),
  ),
  responses: { 200: z.union([PasskeyAuthChallenge, AuthMethod]) },
  rate: 'codes',
  reconcile: byRepeat('Another code is sent, or another challenge is issued.'),
});

/**
 * Completes a sign-in and opens a session, whose key comes sealed to `clientPublicKey`. Also used
 * to sign in again after a session expired.
 *
 * @see Specification, part 4, `POST /auth/credentials/{id}/verify`
 */
export const verify = operation('POST /auth/credentials/{id}/verify', {
  risk: 'raises-authority',
  params,
  headers: strictObject({
    /** The challenge's `requestId`; required for PASSKEY. */
    requestId: z.optional(nonEmpty),
  }),
  body: credentialVerify,
  rules: (input: Readonly<Record<string, unknown>>) =>
    input.type === 'PASSKEY' && input.requestId === undefined
      ? [{ path: 'requestId', message: "is required for PASSKEY: the challenge's requestId" }]
      : [],
  responses: { 200: OpenedSession },
  rate: 'codes',
  reconcile: byRepeat(
    'Start the sign-in again; a session whose key was lost stays valid until it expires.',
  ),
});

/**
 * Lists the credentials of an account, all in one response.
 *
 * @see Public reference, `GET /auth/credentials`
 */
export const list = operation('GET /auth/credentials', {
  query: strictObject({
    /** The internal account. */
    accountId: requestId('InternalAccount'),
  }),
  responses: { 200: whole(AuthMethod) },
});

/**
 * Removes a credential and ends its sessions. An account's last credential cannot be removed.
 *
 * Signed: the session must belong to another credential of the account.
 *
 * @see Specification, part 4, named beside the signed-retry pattern
 */
export const revoke = operation('DELETE /auth/credentials/{id}', {
  signing: 'required',
  params,
  responses: { 204: null },
  errors: ['INVALID_INPUT'],
  reconcile: byFirstLeg,
});
