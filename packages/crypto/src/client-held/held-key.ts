import { ECDSA_P256 } from '../constants.ts';
import { CryptoError } from '../crypto-error.ts';
import { bytesToHex } from '../hex.ts';
import { openMessage } from '../hpke-message.ts';
import { freeze } from '../key-functions.ts';
import { type PlatformKeyPair, webCrypto } from '../platform.ts';
import { compressedForm, compressPoint } from '../point.ts';
import { rareError } from '../rare-error.ts';
import { publicKeyFromScalar } from '../scalar.ts';
import { importEcdhPair } from '../seal-session-key.ts';
import { Secrets } from '../secrets.ts';
import { type SessionKey, sessionKeyFromCryptoKey } from '../session-key.ts';
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

/**
 * A key that a client makes, and that becomes the key of the session it is sent for: it never leaves
 * the device. Use it for one sign-in or refresh.
 */
export interface HeldKey {
  /** The wire form: compressed SEC1 in lowercase hex, 66 characters, prefix `02` or `03`. */
  readonly publicKey: string;
  /** ECDSA on P-256; the private key is not extractable. Can be stored in IndexedDB. */
  readonly keyPair: PlatformKeyPair;
}

async function toHeldKey(keyPair: PlatformKeyPair): Promise<HeldKey> {
  const point = await webCrypto().exportKey('raw', keyPair.publicKey);
  return freeze({ publicKey: bytesToHex(compressedForm(new Uint8Array(point))), keyPair });
}

/**
 * Generates a key for a session.
 *
 * @throws CryptoError `CRYPTO_UNAVAILABLE`
 *
 * @example
 * const key = await generateHeldKey();
 * const request = { clientPublicKey: key.publicKey };
 */
export async function generateHeldKey(): Promise<HeldKey> {
  const usages = ['sign', 'verify'] as const;
  return await toHeldKey(await webCrypto().generateKey(ECDSA_P256, false, [...usages]));
}

/**
 * The session's key, once the service has opened the session for it.
 *
 * @throws CryptoError `INVALID_KEY`, `SELF_CHECK_FAILED`
 */
export async function heldSessionKey({ publicKey, keyPair }: HeldKey): Promise<SessionKey> {
  return await sessionKeyFromCryptoKey(keyPair.privateKey, publicKey);
}

/**
 * Restores a key after a redirect or from IndexedDB.
 *
 * @param keyPair ECDSA on P-256, private key not extractable and usable for `sign`
 * @throws CryptoError `INVALID_KEY` for any other pair; `SELF_CHECK_FAILED` for keys of two pairs
 */
export async function importHeldKey(keyPair: PlatformKeyPair): Promise<HeldKey> {
  const { privateKey, publicKey } = keyPair;
  const key = await toHeldKey({ privateKey, publicKey }).catch((cause: unknown) => {
    throw new CryptoError('INVALID_KEY', 'Expected a pair of CryptoKeys.', { cause });
  });
  await heldSessionKey(key);
  return key;
}
