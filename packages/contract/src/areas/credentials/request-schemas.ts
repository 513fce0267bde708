import * as z from 'zod';
import { secret } from '../../format/meta.ts';
import { clientPublicKey, requestId, text } from '../../format/request-values.ts';
import { assertion, attestation, nickname } from './passkey-schemas.ts';

const accountId = requestId('InternalAccount');

/** The body that registers a credential. */
export const credentialCreate = z.discriminatedUnion('type', [
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
]);

/** The body that completes a sign-in. */
export const credentialVerify = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('EMAIL_OTP'),
    /** The code the customer received. */
    otp: secret(text),
    clientPublicKey,
  }),
  z.strictObject({ type: z.literal('OAUTH'), oidcToken: secret(text), clientPublicKey }),
  z.strictObject({ type: z.literal('PASSKEY'), assertion }),
]);
