import * as z from 'zod';
import { secret } from '../../format/meta.ts';
import { base64url, clientPublicKey, requestId, text } from '../../format/request-values.ts';

/** A passkey's name: 1 to 100 letters, digits, spaces and `. _ - ' ( )`, counted after trimming. */
const nickname = z.string().refine((name) => /^[\p{L}\p{N} ._\-'()]{1,100}$/u.test(name.trim()), {
  error: "expected 1 to 100 letters, digits, spaces or . _ - ' ( )",
});

/** The result of a registration ceremony. */
const attestation = z.strictObject({
  /** The browser's `rawId`. */
  credentialId: base64url,
  /** The bytes of the browser's `clientDataJSON`. */
  clientDataJson: base64url,
  /** The browser's `attestationObject`. */
  attestationObject: base64url,
  /**
   * How the authenticator can be reached, if the browser reports it: `internal`, `hybrid`, `usb`
   * ...
   */
  transports: z.array(text).optional(),
});

/** The result of an authentication ceremony. */
const assertion = z.strictObject({
  /** The browser's `rawId`. */
  credentialId: base64url,
  /** The bytes of the browser's `clientDataJSON`. */
  clientDataJson: base64url,
  /** The browser's `authenticatorData`. */
  authenticatorData: base64url,
  /** The browser's `signature`. */
  signature: base64url,
  /** The browser's `userHandle`; null or left out if the authenticator returns none. */
  userHandle: z
    .union([base64url, z.literal('')])
    .nullable()
    .optional(),
});

const accountId = requestId('InternalAccount');

/** The body that registers a credential. */
export const credentialCreate = z.discriminatedUnion('type', [
  z.strictObject({
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
  z.strictObject({
    /** The kind of credential: an identity at an OIDC provider. */
    type: z.literal('OAUTH'),
    /** The internal account the credential is for. */
    accountId,
    /** A fresh token of the provider, at most 60 seconds old. */
    oidcToken: secret(text),
  }),
  z.strictObject({
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
  z.strictObject({
    /** The kind of the credential: one-time codes. */
    type: z.literal('EMAIL_OTP'),
    /** The code the customer received. */
    otp: secret(text),
    /** Fresh P-256 public key, 130 hex characters; the session key is sealed to it. */
    clientPublicKey,
  }),
  z.strictObject({
    /** The kind of the credential: an identity at an OIDC provider. */
    type: z.literal('OAUTH'),
    /** A fresh token whose `nonce` is the hash of `clientPublicKey`. */
    oidcToken: secret(text),
    /** Fresh P-256 public key, 130 hex characters; the session key is sealed to it. */
    clientPublicKey,
  }),
  z.strictObject({
    /**
     * The kind of the credential: a passkey. The client key was sent with the request for the
     * challenge.
     */
    type: z.literal('PASSKEY'),
    /** The result of the authentication ceremony. */
    assertion,
  }),
]);
