import { CryptoError } from '../crypto-error.ts';
import { wipe } from '../secrets.ts';

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
