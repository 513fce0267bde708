import { latin1ToBase64url } from './base64url.ts';
import type { CryptoError } from './crypto-error.ts';
import { rareError } from './rare-error.ts';

const BASE64URL_CHARACTERS = /^[A-Za-z0-9_-]*$/;

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
