import { base64urlToBytes, bytesToBase64url } from '@org/payments-crypto';

/** Bytes of base64url text, padded or not. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(base64urlToBytes(text.replace(/=+$/, '')));
}

/** Base64url text without padding. */
export function toBase64url(bytes: ArrayBuffer): string {
  return bytesToBase64url(new Uint8Array(bytes));
}
