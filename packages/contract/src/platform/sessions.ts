import * as z from 'zod';
import { operation } from '../operation.ts';
import { clientPublicKey, requestId, resource } from '../primitives.ts';
import { AuthSession, OpenedSession } from '../schemas/auth-method.ts';

const params = z.strictObject({ id: requestId('Session') });

/**
 * Opens a new session on the strength of a live one. The new key comes sealed to
 * `clientPublicKey`; the old session goes on until it expires.
 *
 * Signed: by the session itself.
 *
 * @see Specification, part 4, `POST /auth/sessions/{id}/refresh`
 */
export const refresh = operation({
  method: 'POST',
  path: '/auth/sessions/{id}/refresh',
  auth: 'platform',
  signing: 'required',
  retry: 'never',
  origin: 'specified',
  params,
  body: z.strictObject({ clientPublicKey }),
  responses: { 201: OpenedSession },
  errors: [],
  example: {
    input: {
      id: 'Session:c3d9',
      clientPublicKey: `04${'6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'}${'4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'}`,
    },
    result: {
      id: 'Session:d4ea',
      accountId: 'InternalAccount:40de',
      type: 'EMAIL_OTP',
      nickname: 'ada@example.com',
      createdAt: '2026-01-05T09:10:00Z',
      updatedAt: '2026-01-05T09:10:00Z',
      expiresAt: '2026-01-05T09:25:00Z',
      encryptedSessionSigningKey:
        'w99a5xV6A75TfoAUkZn869fVyDYvgVsKrawMALZXmrauZd8hEv66EkPU1Z42CUaHESQjcA5bqd8dynTGBMLWB9ewtXWPEVbZvocB4Tw2K1vQVp7uwjf',
    },
  },
});

/**
 * Lists the active sessions of an account, all in one answer and never with a key.
 *
 * @see Specification, part 4, named: `GET /auth/sessions`
 */
export const list = operation({
  method: 'GET',
  path: '/auth/sessions',
  auth: 'platform',
  signing: 'never',
  retry: 'safe',
  origin: 'named',
  query: z.strictObject({ accountId: requestId('InternalAccount') }),
  responses: { 200: resource({ data: z.array(AuthSession) }) },
  errors: [],
  example: { input: { accountId: 'InternalAccount:40de' }, result: { data: [] } },
});

/**
 * Ends a session at once.
 *
 * Signed: by any session of the account, also the one that ends.
 *
 * @see Specification, part 4, named beside the signed-retry pattern
 */
export const revoke = operation({
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  auth: 'platform',
  signing: 'required',
  retry: 'never',
  origin: 'named',
  params,
  responses: { 204: null },
  errors: ['NOT_FOUND'],
  example: { input: { id: 'Session:c3d9' }, result: undefined },
});
