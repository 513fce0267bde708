import bs58check from 'bs58check';
import type { ClientKey } from './client-key.ts';
import { clientPublicKeyBytes } from './client-public-key.ts';
import {
  COMPRESSED_POINT_BYTES,
  HPKE_INFO,
  SEALED_KEY_BYTES,
  SEALED_KEY_MAX_CHARACTERS,
} from './constants.ts';
import { CryptoError } from './crypto-error.ts';
import { exportEcdhPoint, generateEcdhPair, importEcdhPair, importEcdhPoint } from './ecdh.ts';
import { hexToBytes } from './hex.ts';
import { hpkeSuite } from './hpke-suite.ts';
import { webCrypto } from './platform.ts';
import { compressedForm, decompressPoint } from './point.ts';
import { copyScalar } from './scalar.ts';
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

/** The values to which both sides bind a sealed key. The defaults are the service's. */
export interface SealOptions {
  /** The HPKE `info`; by default the ASCII bytes of `HPKE_INFO`. */
  readonly info?: Uint8Array | undefined;
  /** The HPKE `aad`; by default the encapsulated key, then the recipient's key, 65 bytes each. */
  readonly aad?: Uint8Array | undefined;
}

/** The `info` and `aad` of one message, as exact buffers. */
export function bindings(
  options: SealOptions,
  enc: Uint8Array,
  recipient: Uint8Array,
): { info: ArrayBuffer; aad: ArrayBuffer } {
  const aad = new Uint8Array(enc.length + recipient.length);
  aad.set(enc);
  aad.set(recipient, enc.length);
  return {
    info: Uint8Array.from(options.info ?? new TextEncoder().encode(HPKE_INFO)).buffer,
    aad: Uint8Array.from(options.aad ?? aad).buffer,
  };
}

/** The options of a sealer, besides the bindings. */
export interface SealSessionKeyOptions extends SealOptions {
  /**
   * The sender's ephemeral scalar, 32 bytes, for reproducible test doubles only. **Never pass one
   * twice for the same recipient:** the AES-GCM key and nonce depend only on it, so that two
   * messages would share them, which reveals both. Left out, a fresh random one is used.
   */
  readonly ephemeralScalar?: Uint8Array | undefined;
}

/**
 * Seals a session key to a client key: the service's side, for test doubles and your own services.
 *
 * @param scalar 32 bytes, big-endian, from 1 to n-1; the caller wipes it
 * @param clientPublicKey 130 hex digits
 * @returns base58check text of 81 bytes
 * @throws CryptoError `INVALID_SCALAR`, `INVALID_CLIENT_PUBLIC_KEY`, `CRYPTO_UNAVAILABLE`
 */
export async function sealSessionKey(
  scalar: Uint8Array,
  clientPublicKey: string,
  options: SealSessionKeyOptions = {},
): Promise<string> {
  const { ephemeralScalar } = options;
  const recipient = clientPublicKeyBytes(clientPublicKey);
  const secrets = new Secrets();
  const plaintext = secrets.keep(copyScalar(scalar));
  try {
    const recipientPublicKey = await importEcdhPoint(recipient);
    const ekm = await (ephemeralScalar === undefined
      ? generateEcdhPair()
      : importEcdhPair(ephemeralScalar));
    const enc = new Uint8Array(await exportEcdhPoint(ekm.publicKey));
    const { info, aad } = bindings(options, enc, recipient);
    const message = { recipientPublicKey, info, ekm };
    const { ct } = await hpkeSuite(secrets).seal(message, plaintext.buffer, aad);
    return encodeSealedText({ enc: compressedForm(enc), ciphertext: new Uint8Array(ct) });
  } finally {
    secrets.wipe();
  }
}

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
