import { latin1ToBase64url } from './base64url.ts';
import { STAMP_SCHEME } from './constants.ts';

/**
 * The text of a stamp: JSON with exactly these three keys in this order, no white space, base64url
 * without padding.
 *
 * @param publicKey compressed SEC1 in lowercase hex, 66 characters
 * @param signature low-S DER in lowercase hex
 */
export function encodeStamp(publicKey: string, signature: string): string {
  return latin1ToBase64url(
    `{"publicKey":"${publicKey}","scheme":"${STAMP_SCHEME}","signature":"${signature}"}`,
  );
}
