import { keyFunctions, utf8 } from '@org/payments-crypto/web-crypto';

/**
 * SHA-256 of a string in hex, by the functions that were captured first; undefined for a lone
 * surrogate, which has no UTF-8 form.
 */
export async function digestOf(text: string): Promise<string | undefined> {
  const [encoded, subtle] = [utf8(text), keyFunctions()];
  if (encoded === undefined || subtle === undefined) return undefined;
  const bytes = new Uint8Array(await subtle.digest('SHA-256', encoded));
  let hex = '';
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    hex += `${byte < 16 ? '0' : ''}${byte.toString(16)}`;
  }
  return hex;
}
