import type { ClientKey } from '../client-key.ts';
import { hexToBytes } from '../hex.ts';
import { type HpkeMessage, openMessage, type SealOptions } from '../hpke-message.ts';
import { webCrypto } from '../platform.ts';
import { compressPoint } from '../point.ts';
import { rareError } from '../rare-error.ts';
import { Secrets, wipe } from '../secrets.ts';
import { type Envelope, FieldReader, isSignedBy, readEnvelope, readSigned } from './envelope.ts';

const HIDDEN = '[recovery phrase]';

/**
 * The recovery phrase of an exported wallet. JSON, text conversion and inspection of the object do
 * not show it: only `bytes` and `mnemonic()` do, until `wipe()`.
 */
export class ExportedPhrase {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #isWiped = false;
  /** Whether the envelope's signature was checked against a pinned key. */
  readonly isVerified: boolean;

  constructor(bytes: Uint8Array<ArrayBuffer>, isVerified: boolean) {
    this.#bytes = bytes;
    this.isVerified = isVerified;
  }

  /**
   * The UTF-8 bytes of the phrase. They are overwritten by `wipe()`.
   *
   * @throws CryptoError `WALLET_EXPORT_WIPED`
   */
  get bytes(): Uint8Array<ArrayBuffer> {
    if (!this.#isWiped) return this.#bytes;
    throw rareError('WALLET_EXPORT_WIPED', 'The recovery phrase was overwritten.');
  }

  /**
   * Returns the phrase as text, for display. A string stays in memory until the engine discards it:
   * prefer `bytes` where possible.
   *
   * @throws CryptoError `WALLET_EXPORT_WIPED`; `WALLET_EXPORT_MALFORMED` for bytes that are not UTF-8,
   * which cannot be decoded without replacing characters
   */
  mnemonic(): string {
    const { bytes } = this;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      const message = 'The recovery phrase is not UTF-8.';
      throw rareError('WALLET_EXPORT_MALFORMED', message);
    }
  }

  /** Overwrites the phrase. */
  wipe(): void {
    this.#isWiped = true;
    wipe(this.#bytes);
  }

  /** Returns a note in place of the phrase. */
  toJSON(): string {
    return HIDDEN;
  }

  /** Returns a note in place of the phrase. */
  toString(): string {
    return HIDDEN;
  }
}

/** The options of opening an export. */
export interface OpenWalletExportOptions extends SealOptions {
  /**
   * The P-256 public key that must have signed the envelope, in hex: 130 digits uncompressed or 66
   * compressed. Ship it with your application; never take it from the envelope. Without it the
   * signature is not checked, which is right only in the sandbox, whose envelopes have none.
   */
  readonly pinnedKey?: string | undefined;
}

async function requireSignature(pinnedKey: string, envelope: Envelope): Promise<void> {
  if (await isSignedBy(pinnedKey, envelope)) return;
  const message = 'The envelope is not signed by the pinned key.';
  throw rareError('WALLET_EXPORT_UNTRUSTED', message);
}

function readSealedPhrase(envelope: Envelope, reader: FieldReader): HpkeMessage {
  const fields = readSigned(envelope, reader);
  return {
    enc: reader.hex(fields, 'encappedPublic'),
    ciphertext: reader.hex(fields, 'ciphertext'),
  };
}

/**
 * Opens the `encryptedWalletCredentials` of a wallet export with the client key it was sealed to.
 * Call it on the customer's device: anyone with the phrase controls the wallet.
 *
 * @param encryptedWalletCredentials the text as it was received
 * @param clientKey the key whose `publicKey` went into the request; it must not be used again
 * @throws CryptoError `WALLET_EXPORT_MALFORMED` for text that is not an envelope;
 *   `WALLET_EXPORT_UNTRUSTED` if a pinned key is given and did not sign it;
 *   `WALLET_EXPORT_UNOPENED` for every failure after that; the cause is withheld
 * @example
 * const clientKey = await generateClientKey();
 * // The platform's server exports to clientKey.publicKey and passes the envelope on.
 * const phrase = await openWalletExport(encryptedWalletCredentials, clientKey, { pinnedKey });
 * show(phrase.mnemonic());
 * phrase.wipe();
 */
export async function openWalletExport(
  encryptedWalletCredentials: string,
  clientKey: ClientKey,
  options: OpenWalletExportOptions = {},
): Promise<ExportedPhrase> {
  const { pinnedKey, ...sealing } = options;
  const reader = new FieldReader('WALLET_EXPORT_MALFORMED');
  const envelope = readEnvelope(encryptedWalletCredentials, reader);
  if (pinnedKey !== undefined) await requireSignature(pinnedKey, envelope);
  const sealed = readSealedPhrase(envelope, reader);
  webCrypto();
  const secrets = new Secrets();
  try {
    compressPoint(sealed.enc);
    const { keyPair, publicKey } = clientKey;
    const recipient = hexToBytes(publicKey);
    const phrase = await openMessage(sealed, keyPair, recipient, sealing, secrets);
    return new ExportedPhrase(phrase, pinnedKey !== undefined);
  } catch {
    const message = 'The wallet export does not open with this client key.';
    throw rareError('WALLET_EXPORT_UNOPENED', message);
  } finally {
    secrets.wipe();
  }
}
