import { bytesToHex } from '../hex.ts';
import { rareError } from '../rare-error.ts';
import { type SealSessionKeyOptions, sealMessage } from '../seal-session-key.ts';
import { Secrets } from '../secrets.ts';
import { payloadBytes } from '../stamp.ts';
import {
  FieldReader,
  isSignedBy,
  pointOf,
  readEnvelope,
  readSigned,
} from '../wallet-export/envelope.ts';

/** A code as the service sent it, and the `publicKey` of a new held key: of the session to open. */
export interface CodeAttempt {
  readonly code: string;
  /** Compressed SEC1 in lowercase hex, 66 characters. */
  readonly publicKey: string;
}

/** The options of sealing a code. */
export interface SealCodeOptions extends SealSessionKeyOptions {
  /**
   * The P-256 public key that must have signed the target, in hex: 130 digits uncompressed or 66
   * compressed. Ship it with your application; never take it from the target itself.
   */
  readonly pinnedKey: string;
}

/** As it was when this module was loaded; without a `toJSON` that a script may have added later. */
const { stringify } = JSON;

/** The point to seal to. @throws CryptoError `CODE_TARGET_MALFORMED`, `CODE_TARGET_UNTRUSTED` */
async function targetPoint(bundle: string, pinnedKey: string): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new FieldReader('CODE_TARGET_MALFORMED');
  const envelope = readEnvelope(bundle, reader);
  if (!(await isSignedBy(pinnedKey, envelope))) {
    const message = 'The key to seal the code to is not signed by the pinned key.';
    throw rareError('CODE_TARGET_UNTRUSTED', message);
  }
  const target = reader.text(readSigned(envelope, reader), 'targetPublic');
  try {
    return pointOf(target);
  } catch {
    return reader.refuse('The field targetPublic is not a P-256 public key.');
  }
}

/**
 * Seals a one-time code to the target that came with it, together with the public key of the session
 * that it is to open: only the service's enclave reads either.
 *
 * @param otpEncryptionTargetBundle the target, as it was received
 * @returns `encryptedOtpBundle`
 * @throws CryptoError `CODE_TARGET_MALFORMED`; `CODE_TARGET_UNTRUSTED` for a target that the pinned key
 *   did not sign; `INVALID_POINT` for a pinned key that is not one; `CRYPTO_UNAVAILABLE`
 * @example
 * const key = await generateHeldKey();
 * const attempt = { code: '123456', publicKey: key.publicKey };
 * const encryptedOtpBundle = await sealCode(otpEncryptionTargetBundle, attempt, { pinnedKey });
 */
export async function sealCode(
  otpEncryptionTargetBundle: string,
  attempt: CodeAttempt,
  { pinnedKey, ...sealing }: SealCodeOptions,
): Promise<string> {
  const recipient = await targetPoint(otpEncryptionTargetBundle, pinnedKey);
  const secrets = new Secrets();
  try {
    // The service takes the key of the session uncompressed.
    const publicKey = bytesToHex(pointOf(attempt.publicKey));
    const fields = { otp_code: attempt.code, public_key: publicKey, toJSON: undefined };
    const plaintext = secrets.keep(payloadBytes(stringify(fields)));
    const { enc, ciphertext } = await sealMessage(plaintext, recipient, sealing, secrets);
    const sealed = { encappedPublic: bytesToHex(enc), ciphertext: bytesToHex(ciphertext) };
    return stringify({ ...sealed, toJSON: undefined });
  } finally {
    secrets.wipe();
  }
}
