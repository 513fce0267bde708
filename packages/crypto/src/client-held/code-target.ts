import { bytesToHex } from '../hex.ts';
import { openMessage } from '../hpke-message.ts';
import { compressedForm, compressPoint } from '../point.ts';
import { rareError } from '../rare-error.ts';
import { publicKeyFromScalar } from '../scalar.ts';
import { importEcdhPair } from '../seal-session-key.ts';
import { Secrets } from '../secrets.ts';
import { FieldReader, pointOf } from '../wallet-export/envelope.ts';
import { sealEnvelope } from '../wallet-export/seal-wallet-export.ts';
import type { CodeAttempt } from './seal-code.ts';

/**
 * Creates the target that a one-time code is sealed to: the service's side, for test doubles.
 *
 * @param scalar the private key that opens what is sealed to the target, 32 bytes
 * @param signingScalar the private key that signs the target, 32 bytes
 * @returns the text of `otpEncryptionTargetBundle`
 * @throws CryptoError `INVALID_SCALAR`
 */
export async function createCodeTarget(
  scalar: Uint8Array,
  signingScalar: Uint8Array,
): Promise<string> {
  const targetPublic = bytesToHex(pointOf(publicKeyFromScalar(scalar)));
  return await sealEnvelope({ targetPublic, organizationId: 'test' }, signingScalar);
}

/**
 * Opens a sealed code: the service's side, for test doubles.
 *
 * @param encryptedOtpBundle the text as it was received
 * @param scalar the private key of the target, 32 bytes
 * @throws CryptoError `SEALED_CODE_UNOPENED` for everything that is not a code sealed to the target
 */
export async function openSealedCode(
  encryptedOtpBundle: string,
  scalar: Uint8Array,
): Promise<CodeAttempt> {
  const reader = new FieldReader('SEALED_CODE_UNOPENED');
  const fields = reader.parse(encryptedOtpBundle, 'The sealed code');
  const enc = reader.hex(fields, 'encappedPublic');
  const ciphertext = reader.hex(fields, 'ciphertext');
  const secrets = new Secrets();
  try {
    compressPoint(enc);
    const recipient = pointOf(publicKeyFromScalar(scalar));
    const keyPair = await importEcdhPair(scalar);
    const message = { enc, ciphertext };
    const plaintext = await openMessage(message, keyPair, recipient, {}, secrets);
    const opened = reader.parse(new TextDecoder().decode(plaintext), 'The plaintext');
    const point = pointOf(reader.text(opened, 'public_key'));
    return {
      code: reader.text(opened, 'otp_code'),
      publicKey: bytesToHex(compressedForm(point)),
    };
  } catch {
    const message = 'The sealed code does not open with the key of this target.';
    throw rareError('SEALED_CODE_UNOPENED', message);
  } finally {
    secrets.wipe();
  }
}
