import * as z from 'zod';
import { secret } from '../../format/meta.ts';
import { id, openEnum, resource, timestamp } from '../../format/response-values.ts';

/** Credential types a request may name. */
export const credentialTypes = ['PASSKEY', 'OAUTH', 'EMAIL_OTP'] as const;
/** Credential types a response may hold; `SMS_OTP` exists but cannot be requested. */
export const authMethodTypes = [...credentialTypes, 'SMS_OTP'] as const;

const authMethodFields = {
  accountId: id('InternalAccount'),
  type: openEnum(authMethodTypes),
  /** E-mail address, e-mail claim or the name given at registration, by type. */
  nickname: z.string(),
  /** WebAuthn credential id, base64url; only for `PASSKEY`. */
  credentialId: z.string().optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
};

const authMethodShape = resource({ id: id('AuthMethod'), ...authMethodFields });

/** An authentication credential of an internal account. */
export interface AuthMethod extends z.output<typeof authMethodShape> {}
export const AuthMethod: z.ZodType<AuthMethod> = authMethodShape;

const authSessionShape = resource({
  /** Identifies the session, not the credential. */
  id: id('Session'),
  ...authMethodFields,
  /** After this time the session key must not be used. */
  expiresAt: timestamp,
  /** Session key sealed to the client key, base58check. Returned once, by verify and refresh. */
  encryptedSessionSigningKey: secret(z.string()).optional(),
});

/** A session: a credential's time-limited authority. */
export interface AuthSession extends z.output<typeof authSessionShape> {}
export const AuthSession: z.ZodType<AuthSession> = authSessionShape;

const openedSessionShape = authSessionShape.extend({
  encryptedSessionSigningKey: secret(z.string().min(1)),
});

/** A session just opened or refreshed, with its sealed key. */
export interface OpenedSession extends z.output<typeof openedSessionShape> {}
export const OpenedSession: z.ZodType<OpenedSession> = openedSessionShape;

const passkeyAuthChallengeShape = resource({
  /** WebAuthn challenge, base64url. */
  challenge: z.string().min(1),
  /** Goes back in the `Request-Id` header of verify. */
  requestId: z.string().min(1),
  expiresAt: timestamp,
  /** WebAuthn credential id to allow, where the service sends it. */
  credentialId: z.string().optional(),
  /** The fields of the credential, where the service sends them. */
  id: z.string().optional(),
  accountId: z.string().optional(),
  type: openEnum(authMethodTypes).optional(),
  nickname: z.string().optional(),
  createdAt: timestamp.optional(),
  updatedAt: timestamp.optional(),
});

/** The WebAuthn challenge for a passkey credential. */
export interface PasskeyAuthChallenge extends z.output<typeof passkeyAuthChallengeShape> {}
export const PasskeyAuthChallenge: z.ZodType<PasskeyAuthChallenge> = passkeyAuthChallengeShape;
