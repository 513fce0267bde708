import type { ClientKey } from '../client-key.ts';
import { CryptoError } from '../crypto-error.ts';
import { verifySignature } from '../ecdsa.ts';
import { bytesToHex, hexToBytes } from '../hex.ts';
import { hpkeSuite } from '../hpke-suite.ts';
import { webCrypto } from '../platform.ts';
import { compressPoint, decompressPoint } from '../point.ts';
import { bindings, type SealOptions } from '../sealed-key.ts';
import { Secrets, wipe } from '../secrets.ts';
import { type Envelope, readEnvelope, readSealedPhrase, type SealedPhrase } from './envelope.ts';

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
    throw new CryptoError('WALLET_EXPORT_WIPED', 'The recovery phrase was overwritten.');
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
      throw new CryptoError('WALLET_EXPORT_MALFORMED', message);
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

/** The 65 bytes of a key in either form. */
function pointOf(key: string): Uint8Array<ArrayBuffer> {
  const bytes = hexToBytes(key);
  return bytes.length === 33 ? decompressPoint(bytes) : decompressPoint(compressPoint(bytes));
}

function pinnedPoint(key: string): Uint8Array<ArrayBuffer> {
  try {
    return pointOf(key);
  } catch {
    const message = 'The pinned key is not a P-256 public key in hex.';
    throw new CryptoError('INVALID_POINT', message);
  }
}

async function isSignedBy(point: Uint8Array<ArrayBuffer>, envelope: Envelope): Promise<boolean> {
  const { data, dataSignature, enclaveQuorumPublic } = envelope;
  try {
    if (bytesToHex(pointOf(enclaveQuorumPublic)) !== bytesToHex(point)) return false;
    return await verifySignature(point, hexToBytes(dataSignature), data);
  } catch {
    return false;
  }
}

async function requireSignature(pinnedKey: string, envelope: Envelope): Promise<void> {
  if (await isSignedBy(pinnedPoint(pinnedKey), envelope)) return;
  const message = 'The envelope is not signed by the pinned key.';
  throw new CryptoError('WALLET_EXPORT_UNTRUSTED', message);
}

async function open(
  { enc, ciphertext }: SealedPhrase,
  { publicKey, keyPair }: ClientKey,
  options: SealOptions,
  secrets: Secrets,
): Promise<Uint8Array<ArrayBuffer>> {
  compressPoint(enc);
  const { info, aad } = bindings(options, enc, hexToBytes(publicKey));
  const message = { recipientKey: keyPair, enc: enc.buffer, info };
  return new Uint8Array(await hpkeSuite(secrets).open(message, ciphertext, aad));
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
  const envelope = readEnvelope(encryptedWalletCredentials);
  if (pinnedKey !== undefined) await requireSignature(pinnedKey, envelope);
  const sealed = readSealedPhrase(envelope);
  webCrypto();
  const secrets = new Secrets();
  try {
    const phrase = await open(sealed, clientKey, sealing, secrets);
    return new ExportedPhrase(phrase, pinnedKey !== undefined);
  } catch {
    const message = 'The wallet export does not open with this client key.';
    throw new CryptoError('WALLET_EXPORT_UNOPENED', message);
  } finally {
    secrets.wipe();
  }
}
