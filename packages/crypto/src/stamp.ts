import { latin1ToBase64url } from './base64url.ts';
import { STAMP_SCHEME } from './constants.ts';
import { bytesToHex } from './hex.ts';
import { lowSDer } from './low-s.ts';

/**
 * The text of a stamp: JSON with exactly these three keys in this order, no white space, base64url
 * without padding.
 *
 * @param publicKey compressed SEC1 in lowercase hex, 66 characters
 * @param signature DER
 */
export function encodeStamp(publicKey: string, signature: Uint8Array): string {
  const low = lowSDer(bytesToHex(signature));
  return latin1ToBase64url(
    `{"publicKey":"${publicKey}","scheme":"${STAMP_SCHEME}","signature":"${low}"}`,
  );
}
