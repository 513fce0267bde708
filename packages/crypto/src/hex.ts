import { bytesToHex as encodeHex } from '@noble/hashes/utils.js';
import { CryptoError } from './crypto-error.ts';

const PAIRS_OF_HEX_DIGITS = /^(?:[0-9a-fA-F]{2})*$/;

/** Encodes bytes as lowercase hex, two characters a byte. */
export const bytesToHex: (bytes: Uint8Array) => string = encodeHex;

/**
 * Decodes hex of either case, without prefix, separators or white space.
 *
 * @throws CryptoError `INVALID_HEX`
 */
export function hexToBytes(text: string): Uint8Array<ArrayBuffer> {
  if (typeof text !== 'string' || !PAIRS_OF_HEX_DIGITS.test(text)) {
    throw new CryptoError('INVALID_HEX', 'Expected an even number of hex digits.');
  }
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(text.slice(2 * index, 2 * index + 2), 16);
  }
  return bytes;
}
