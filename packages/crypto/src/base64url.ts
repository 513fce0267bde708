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
