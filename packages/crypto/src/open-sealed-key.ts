import type { ClientKey } from './client-key.ts';
import { CryptoError } from './crypto-error.ts';
import { hexToBytes } from './hex.ts';
import { hpkeSuite } from './hpke-suite.ts';
import { webCrypto } from './platform.ts';
import { decompressPoint } from './point.ts';
import { bindings, type SealOptions } from './seal-options.ts';
import { decodeSealedText, type SealedParts } from './sealed-text.ts';
import { Secrets } from './secrets.ts';
import { importSessionKey, type SessionKey } from './session-key.ts';

async function open(
  parts: SealedParts,
  { publicKey, keyPair }: ClientKey,
  options: SealOptions,
  secrets: Secrets,
): Promise<Uint8Array> {
  const enc = decompressPoint(parts.enc);
  const { info, aad } = bindings(options, enc, hexToBytes(publicKey));
  const message = { recipientKey: keyPair, enc: enc.buffer, info };
  const plaintext = await hpkeSuite(secrets).open(message, parts.ciphertext, aad);
  return secrets.keep(new Uint8Array(plaintext));
}

/**
 * Opens the `encryptedSessionSigningKey` of a session with the client key it was sealed to.
 *
 * @param sealed base58check text of 81 bytes
 * @param clientKey the key whose `publicKey` went into the request; it must not be used again
 * @throws CryptoError `SEALED_KEY_MALFORMED` when the text fails before or at its checksum;
 *   `SEALED_KEY_UNOPENED` for every failure after it; the cause is withheld
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
  const parts = decodeSealedText(sealed);
  webCrypto();
  const secrets = new Secrets();
  try {
    return await importSessionKey(await open(parts, clientKey, options, secrets));
  } catch {
    throw new CryptoError(
      'SEALED_KEY_UNOPENED',
      'The sealed key does not open with this client key.',
    );
  } finally {
    secrets.wipe();
  }
}
