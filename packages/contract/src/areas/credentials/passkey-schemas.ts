import * as z from 'zod';
import { base64url, text } from '../../format/request-values.ts';

/** A passkey's name: 1 to 100 letters, digits, spaces and `. _ - ' ( )`, counted after trimming. */
export const nickname = z
  .string()
  .refine((name) => /^[\p{L}\p{N} ._\-'()]{1,100}$/u.test(name.trim()), {
    error: "expected 1 to 100 letters, digits, spaces or . _ - ' ( )",
  });

/** The result of a registration ceremony. */
export const attestation = z.strictObject({
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
export const assertion = z.strictObject({
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
