import * as z from 'zod';
import { operation } from '../operation.ts';
import { clientPublicKey, requestId, resource, secret, text } from '../primitives.ts';
import { AuthMethod, OpenedSession, PasskeyAuthChallenge } from '../schemas/auth-method.ts';
import { assertion, attestation, nickname } from '../schemas/passkey.ts';

const accountId = requestId('InternalAccount');
const params = z.strictObject({ id: requestId('AuthMethod') });

/**
 * Registers a further credential on an account: a passkey, an OIDC identity, or an e-mail code
 * after the first one was removed.
 *
 * Signed: the session must belong to an existing credential of the account.
 *
 * @see Specification, part 4, `POST /auth/credentials`
 */
export const create = operation({
  method: 'POST',
  path: '/auth/credentials',
  auth: 'platform',
  signing: 'required',
  retry: 'never',
  origin: 'specified',
  body: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('PASSKEY'),
      accountId,
      /** The registration challenge your backend issued, base64url. */
      challenge: text,
      nickname,
      attestation,
    }),
    z.strictObject({ type: z.literal('OAUTH'), accountId, oidcToken: secret(text) }),
    z.strictObject({ type: z.literal('EMAIL_OTP'), accountId }),
  ]),
  responses: { 201: AuthMethod },
  errors: [
    'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
    'SMS_OTP_CREDENTIAL_ALREADY_EXISTS',
    'NOT_FOUND',
    'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
  ],
  example: {
    input: {
      type: 'OAUTH',
      accountId: 'InternalAccount:40de',
      oidcToken: 'header.claims.signature',
    },
    result: {
      id: 'AuthMethod:5f0a',
      accountId: 'InternalAccount:40de',
      type: 'OAUTH',
      nickname: 'ada@example.com',
      createdAt: '2026-01-05T09:00:00Z',
      updatedAt: '2026-01-05T09:00:00Z',
    },
  },
});

/**
 * Starts a sign-in: sends the one-time code of an EMAIL_OTP credential, or issues the WebAuthn
 * challenge of a PASSKEY credential (then give `clientPublicKey`).
 *
 * @see Specification, part 4, `POST /auth/credentials/{id}/challenge`
 */
export const challenge = operation({
  method: 'POST',
  path: '/auth/credentials/{id}/challenge',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'specified',
  params,
  body: z.strictObject({ clientPublicKey: clientPublicKey.optional() }).optional(),
  responses: { 200: z.union([PasskeyAuthChallenge, AuthMethod]) },
  errors: ['RATE_LIMITED'],
  example: {
    input: { id: 'AuthMethod:77b2' },
    result: {
      id: 'AuthMethod:77b2',
      accountId: 'InternalAccount:40de',
      type: 'EMAIL_OTP',
      nickname: 'ada@example.com',
      createdAt: '2026-01-05T09:00:00Z',
      updatedAt: '2026-01-05T09:00:00Z',
    },
  },
});

/**
 * Ends a sign-in and opens a session, whose key comes sealed to `clientPublicKey`. Also the way to
 * sign in again after a session expired.
 *
 * @see Specification, part 4, `POST /auth/credentials/{id}/verify`
 */
export const verify = operation({
  method: 'POST',
  path: '/auth/credentials/{id}/verify',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'specified',
  params,
  headers: z.strictObject({
    /** The challenge's `requestId`; required for PASSKEY. */
    requestId: text.optional(),
  }),
  body: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('EMAIL_OTP'),
      /** The code the customer received. */
      otp: secret(text),
      clientPublicKey,
    }),
    z.strictObject({ type: z.literal('OAUTH'), oidcToken: secret(text), clientPublicKey }),
    z.strictObject({ type: z.literal('PASSKEY'), assertion }),
  ]),
  rules: (input: Readonly<Record<string, unknown>>) =>
    input.type === 'PASSKEY' && input.requestId === undefined
      ? [{ path: 'requestId', message: "is required for PASSKEY: the challenge's requestId" }]
      : [],
  responses: { 200: OpenedSession },
  errors: ['RATE_LIMITED'],
  example: {
    input: {
      id: 'AuthMethod:77b2',
      type: 'EMAIL_OTP',
      otp: '000000',
      clientPublicKey: `04${'6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'}${'4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'}`,
    },
    result: {
      id: 'Session:c3d9',
      accountId: 'InternalAccount:40de',
      type: 'EMAIL_OTP',
      nickname: 'ada@example.com',
      createdAt: '2026-01-05T09:00:00Z',
      updatedAt: '2026-01-05T09:00:00Z',
      expiresAt: '2026-01-05T09:15:00Z',
      encryptedSessionSigningKey:
        'w99a5xV6A75TfoAUkZn869fVyDYvgVsKrawMALZXmrauZd8hEv66EkPU1Z42CUaHESQjcA5bqd8dynTGBMLWB9ewtXWPEVbZvocB4Tw2K1vQVp7uwjf',
    },
  },
});

/**
 * Lists the credentials of an account, all in one answer.
 *
 * @see Public reference, `GET /auth/credentials`
 */
export const list = operation({
  method: 'GET',
  path: '/auth/credentials',
  auth: 'platform',
  signing: 'never',
  retry: 'safe',
  origin: 'reference',
  query: z.strictObject({ accountId }),
  responses: { 200: resource({ data: z.array(AuthMethod) }) },
  errors: [],
  example: { input: { accountId: 'InternalAccount:40de' }, result: { data: [] } },
});

/**
 * Removes a credential and ends its sessions. The last one of an account cannot be removed.
 *
 * Signed: the session must belong to another credential of the account.
 *
 * @see Specification, part 4, named beside the signed-retry pattern
 */
export const revoke = operation({
  method: 'DELETE',
  path: '/auth/credentials/{id}',
  auth: 'platform',
  signing: 'required',
  retry: 'never',
  origin: 'named',
  params,
  responses: { 204: null },
  errors: ['NOT_FOUND'],
  example: { input: { id: 'AuthMethod:5f0a' }, result: undefined },
});
