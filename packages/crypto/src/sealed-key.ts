import bs58check from 'bs58check';
import type { ClientKey } from './client-key.ts';
import {
  COMPRESSED_POINT_BYTES,
  SEALED_KEY_BYTES,
  SEALED_KEY_MAX_CHARACTERS,
} from './constants.ts';
import { CryptoError } from './crypto-error.ts';
import { hexToBytes } from './hex.ts';
import { openMessage, type SealOptions } from './hpke-message.ts';
import { webCrypto } from './platform.ts';
import { decompressPoint } from './point.ts';
import { Secrets } from './secrets.ts';
import { importSessionKey, type SessionKey } from './session-key.ts';

/** The two parts of a sealed key: compressed encapsulated key, ciphertext with its tag. */
export interface SealedParts {
  readonly enc: Uint8Array<ArrayBuffer>;
  readonly ciphertext: Uint8Array<ArrayBuffer>;
}

/** bs58check: its CommonJS build, when imported by an ES module's rules, nests the default export. */
function base58check(): typeof bs58check {
  return (bs58check as { default?: typeof bs58check }).default ?? bs58check;
}

function malformed(detail: string): CryptoError {
  return new CryptoError('SEALED_KEY_MALFORMED', detail);
}

/**
 * Splits a sealed key: base58check (double SHA-256, four bytes, no version byte) of 81 bytes.
 *
 * @throws CryptoError `SEALED_KEY_MALFORMED`
 */
export function decodeSealedText(sealed: string): SealedParts {
  if (typeof sealed !== 'string') throw malformed('Expected the sealed key to be a string.');
  if (sealed.length > SEALED_KEY_MAX_CHARACTERS) throw malformed('The sealed key is too long.');
  const bytes = base58check().decodeUnsafe(sealed);
  if (bytes === undefined) throw malformed('The sealed key is not base58check.');
  if (bytes.length !== SEALED_KEY_BYTES) throw malformed('The sealed key does not have 81 bytes.');
  return {
    enc: Uint8Array.from(bytes.subarray(0, COMPRESSED_POINT_BYTES)),
    ciphertext: Uint8Array.from(bytes.subarray(COMPRESSED_POINT_BYTES)),
  };
}

/** The text of a sealed key: the inverse of {@link decodeSealedText}. */
export function encodeSealedText({ enc, ciphertext }: SealedParts): string {
  const bytes = new Uint8Array(enc.length + ciphertext.length);
  bytes.set(enc);
  bytes.set(ciphertext, enc.length);
  return base58check().encode(bytes);
}

/**
 * Opens the `encryptedSessionSigningKey` of a session with the client key it was sealed to.
 *
 * @param sealed base58check text of 81 bytes
 * @param clientKey the key whose `publicKey` went into the request; it must not be used again
 * @throws CryptoError `INVALID_KEY` for something other than a client key; `SEALED_KEY_MALFORMED` when
 *   the text fails before or at its checksum; `SEALED_KEY_UNOPENED` for every failure after it, whose
 *   cause is withheld
 *
 * @example
 * const sessionKey = await openSealedKey(session.encryptedSessionSigningKey, clientKey);
 * const stamp = await sessionKey.stamp(payloadToSign);
 */
export async function openSealedKey(
  sealed: string,
  clientKey: ClientKey,
  options: SealOptions = {},
): Promise<SessionKey> {
  const { enc, ciphertext } = decodeSealedText(sealed);
  const { publicKey, keyPair } = Object(clientKey) as Partial<ClientKey>;
  if (publicKey === undefined || keyPair === undefined) {
    throw new CryptoError('INVALID_KEY', 'Expected a client key.');
  }
  webCrypto();
  const secrets = new Secrets();
  try {
    const message = { enc: decompressPoint(enc), ciphertext };
    const recipient = hexToBytes(publicKey);
    const scalar = await openMessage(message, keyPair, recipient, options, secrets);
    return await importSessionKey(secrets.keep(scalar));
  } catch {
    throw new CryptoError(
      'SEALED_KEY_UNOPENED',
      'The sealed key does not open with this client key.',
    );
  } finally {
    secrets.wipe();
  }
}
