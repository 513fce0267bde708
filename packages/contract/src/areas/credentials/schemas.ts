import * as z from 'zod';
import { secret } from '../../format/meta.ts';
import { id, openEnum, resource, timestamp } from '../../format/response-values.ts';

/** Credential types a request may name. */
export const credentialTypes = ['PASSKEY', 'OAUTH', 'EMAIL_OTP'] as const;
/** Credential types a response may hold; `SMS_OTP` exists but cannot be requested. */
export const authMethodTypes = [...credentialTypes, 'SMS_OTP'] as const;

const authMethodFields = {
  /** The internal account the credential authenticates to. */
  accountId: id('InternalAccount'),
  /** What kind of credential it is. */
  type: openEnum(authMethodTypes),
  /** E-mail address, e-mail claim or the name given at registration, by type. */
  nickname: z.string(),
  /** WebAuthn credential id, base64url; only for `PASSKEY`. */
  credentialId: z.string().optional(),
  /** When it was created. */
  createdAt: timestamp,
  /** When it last changed. */
  updatedAt: timestamp,
};

const authMethodShape = resource({
  /** `AuthMethod:<id>`, assigned by the service. */
  id: id('AuthMethod'),
  ...authMethodFields,
});

/** An authentication credential of an internal account. */
export interface AuthMethod extends z.output<typeof authMethodShape> {}
export const AuthMethod: z.ZodType<AuthMethod> = authMethodShape;

const authSessionShape = resource({
  /** The session's id, which is not the credential's. */
  id: id('Session'),
  ...authMethodFields,
  /** When the session expires; its key must not be used after that. */
  expiresAt: timestamp,
  /** Session key sealed to the client key, base58check. Returned once, by verify and refresh. */
  encryptedSessionSigningKey: secret(z.string()).optional(),
});

/** A session: a credential's authority to sign, for a limited time. */
export interface AuthSession extends z.output<typeof authSessionShape> {}
export const AuthSession: z.ZodType<AuthSession> = authSessionShape;

const openedSessionShape = authSessionShape.extend({
  /** Session key sealed to the client key, base58check. Returned only this once. */
  encryptedSessionSigningKey: secret(z.string().min(1)),
});

/** A session just opened or refreshed, with its sealed key. */
export interface OpenedSession extends z.output<typeof openedSessionShape> {}
export const OpenedSession: z.ZodType<OpenedSession> = openedSessionShape;

const passkeyAuthChallengeShape = resource({
  /** WebAuthn challenge, base64url. */
  challenge: z.string().min(1),
  /** The challenge's id; send it in the `Request-Id` header of verify. */
  requestId: z.string().min(1),
  /** When the challenge expires; the sign-in must be verified before. */
  expiresAt: timestamp,
  /** WebAuthn credential id to allow, if the service sends it. */
  credentialId: z.string().optional(),
  /** The credential's id, if the service sends it. */
  id: z.string().optional(),
  /** The credential's account, if the service sends it. */
  accountId: z.string().optional(),
  /** The credential's type, if the service sends it. */
  type: openEnum(authMethodTypes).optional(),
  /** The credential's name, if the service sends it. */
  nickname: z.string().optional(),
  /** When the credential was created, if the service sends it. */
  createdAt: timestamp.optional(),
  /** When the credential last changed, if the service sends it. */
  updatedAt: timestamp.optional(),
});

/** The WebAuthn challenge for a passkey credential. */
export interface PasskeyAuthChallenge extends z.output<typeof passkeyAuthChallengeShape> {}
export const PasskeyAuthChallenge: z.ZodType<PasskeyAuthChallenge> = passkeyAuthChallengeShape;
