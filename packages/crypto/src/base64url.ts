import type { CryptoError } from './crypto-error.ts';
import { rareError } from './rare-error.ts';

const BASE64URL_CHARACTERS = /^[A-Za-z0-9_-]*$/;
const CHUNK = 8192;

/** Encodes text whose characters are all below U+0100, one byte each. */
export function latin1ToBase64url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Encodes bytes as base64url without padding (RFC 4648, section 5). */
export function bytesToBase64url(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return latin1ToBase64url(text);
}

function malformed(): CryptoError {
  return rareError('INVALID_BASE64URL', 'Expected canonical base64url without padding.');
}

/**
 * Decodes base64url. Refuses padding, white space, the characters `+` and `/`, impossible lengths,
 * and unused bits that are not zero, so that every value has exactly one encoding.
 *
 * @throws CryptoError `INVALID_BASE64URL`
 */
export function base64urlToBytes(text: string): Uint8Array<ArrayBuffer> {
  if (typeof text !== 'string' || !BASE64URL_CHARACTERS.test(text) || text.length % 4 === 1) {
    throw malformed();
  }
  const latin1 = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  if (latin1ToBase64url(latin1) !== text) throw malformed();
  const bytes = new Uint8Array(latin1.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = latin1.charCodeAt(index);
  return bytes;
}
