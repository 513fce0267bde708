import { keyFunctions, utf8 } from '@org/payments-crypto/web-crypto';

const DIGITS = '0123456789abcdef';

/**
 * SHA-256 of a string in hex, by the functions that were captured first; undefined for a lone
 * surrogate, which has no UTF-8 form.
 */
export async function digestOf(text: string): Promise<string | undefined> {
  const encoded = utf8(text);
  const subtle = keyFunctions();
  if (encoded === undefined || subtle === undefined) return undefined;
  const bytes = new Uint8Array(await subtle.digest('SHA-256', encoded));
  let hex = '';
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    hex += `${DIGITS[byte >> 4]}${DIGITS[byte % 16]}`;
  }
  return hex;
}
