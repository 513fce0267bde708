import * as z from 'zod/mini';
import { secret } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
import { base64url, clientPublicKey } from '../../format/request-forms.ts';
import { requestId, text } from '../../format/request-values.ts';
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
  credentialId: z.optional(z.string()),
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
export const AuthMethod: z.ZodMiniType<AuthMethod> = authMethodShape;

const authSessionShape = resource({
  /** The session's id, which is not the credential's. */
  id: id('Session'),
  ...authMethodFields,
  /** When the session expires; its key must not be used after that. */
  expiresAt: timestamp,
  /** Session key sealed to the client key, base58check. Returned once, by verify and refresh. */
  encryptedSessionSigningKey: z.optional(secret(z.string())),
});

/** A session: a credential's authority to sign, for a limited time. */
export interface AuthSession extends z.output<typeof authSessionShape> {}
export const AuthSession: z.ZodMiniType<AuthSession> = authSessionShape;

const openedSessionShape = z.extend(authSessionShape, {
  /** Session key sealed to the client key, base58check. Returned only this once. */
  encryptedSessionSigningKey: secret(z.string().check(z.minLength(1))),
});

/** A session just opened or refreshed, with its sealed key. */
export interface OpenedSession extends z.output<typeof openedSessionShape> {}
export const OpenedSession: z.ZodMiniType<OpenedSession> = openedSessionShape;

const passkeyAuthChallengeShape = resource({
  /** WebAuthn challenge, base64url. */
  challenge: z.string().check(z.minLength(1)),
  /** The challenge's id; send it in the `Request-Id` header of verify. */
  requestId: z.string().check(z.minLength(1)),
  /** When the challenge expires; the sign-in must be verified before. */
  expiresAt: timestamp,
  /** WebAuthn credential id to allow, if the service sends it. */
  credentialId: z.optional(z.string()),
  /** The credential's id, if the service sends it. */
  id: z.optional(z.string()),
  /** The credential's account, if the service sends it. */
  accountId: z.optional(z.string()),
  /** The credential's type, if the service sends it. */
  type: z.optional(openEnum(authMethodTypes)),
  /** The credential's name, if the service sends it. */
  nickname: z.optional(z.string()),
  /** When the credential was created, if the service sends it. */
  createdAt: z.optional(timestamp),
  /** When the credential last changed, if the service sends it. */
  updatedAt: z.optional(timestamp),
});

/** The WebAuthn challenge for a passkey credential. */
export interface PasskeyAuthChallenge extends z.output<typeof passkeyAuthChallengeShape> {}
export const PasskeyAuthChallenge: z.ZodMiniType<PasskeyAuthChallenge> = passkeyAuthChallengeShape;

/** A passkey's name: 1 to 100 letters, digits, spaces and `. _ - ' ( )`, counted after trimming. */
const nickname = z.string().check(
  z.refine((name) => /^[\p{L}\p{N} ._\-'()]{1,100}$/u.test(name.trim()), {
    error: "expected 1 to 100 letters, digits, spaces or . _ - ' ( )",
  }),
);

/** The result of a registration ceremony. */
const attestation = strictObject({
  /** The browser's `rawId`. */
  credentialId: base64url,
  /** The bytes of the browser's `clientDataJSON`. */
  clientDataJson: base64url,
  /** The browser's `attestationObject`. */
  attestationObject: base64url,
  /** How the authenticator can be reached, if the browser reports it: `internal`, `hybrid`, `usb` ... */
  transports: z.optional(z.array(text)),
});

/** The result of an authentication ceremony. */
const assertion = strictObject({
  /** The browser's `rawId`. */
  credentialId: base64url,
  /** The bytes of the browser's `clientDataJSON`. */
  clientDataJson: base64url,
  /** The browser's `authenticatorData`. */
  authenticatorData: base64url,
  /** The browser's `signature`. */
  signature: base64url,
  /** The browser's `userHandle`; null or left out if the authenticator returns none. */
  userHandle: z.optional(z.nullable(z.union([base64url, z.literal('')]))),
});

const accountId = requestId('InternalAccount');

/** The body that registers a credential. */
export const credentialCreate = z.discriminatedUnion('type', [
  strictObject({
    /** The kind of credential: a passkey, registered by a ceremony of the browser. */
    type: z.literal('PASSKEY'),
    /** The internal account the credential is for. */
    accountId,
    /** The registration challenge your backend issued, base64url. */
    challenge: text,
    /** The passkey's name. */
    nickname,
    /** The result of the registration ceremony. */
    attestation,
  }),
  strictObject({
    /** The kind of credential: an identity at an OIDC provider. */
    type: z.literal('OAUTH'),
    /** The internal account the credential is for. */
    accountId,
    /** A fresh token of the provider, at most 60 seconds old. */
    oidcToken: secret(text),
  }),
  strictObject({
    /**
     * The kind of credential: one-time codes to the customer's e-mail address. Another one can be
     * created only after the first one was removed.
     */
    type: z.literal('EMAIL_OTP'),
    /** The internal account the credential is for. */
    accountId,
  }),
]);

/** The body that completes a sign-in. */
export const credentialVerify = z.discriminatedUnion('type', [
  strictObject({
    /** The kind of the credential: one-time codes. */
    type: z.literal('EMAIL_OTP'),
    /** The code the customer received. */
    otp: secret(text),
    /** Fresh P-256 public key, 130 hex characters; the session key is sealed to it. */
    clientPublicKey,
  }),
  strictObject({
    /** The kind of the credential: an identity at an OIDC provider. */
    type: z.literal('OAUTH'),
    /** A fresh token whose `nonce` is the hash of `clientPublicKey`. */
    oidcToken: secret(text),
    /** Fresh P-256 public key, 130 hex characters; the session key is sealed to it. */
    clientPublicKey,
  }),
  strictObject({
    /** The kind of the credential: a passkey. The client key was sent with the request for the challenge. */
    type: z.literal('PASSKEY'),
    /** The result of the authentication ceremony. */
    assertion,
  }),
]);
