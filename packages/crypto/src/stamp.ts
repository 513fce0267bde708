import { latin1ToBase64url } from './base64url.ts';
import { STAMP_SCHEME } from './constants.ts';
import { CryptoError } from './crypto-error.ts';
import { utf8 } from './key-functions.ts';

/**
 * The UTF-8 bytes of a payload, exactly as received.
 *
 * A lone surrogate has no UTF-8 form: encoding would replace it and sign a different text.
 *
 * @throws CryptoError `INVALID_PAYLOAD`
 */
export function payloadBytes(payload: string): Uint8Array<ArrayBuffer> {
  if (typeof payload !== 'string') {
    throw new CryptoError('INVALID_PAYLOAD', 'Expected the payload to be a string.');
  }
  const bytes = utf8(payload);
  if (bytes === undefined) {
    throw new CryptoError('INVALID_PAYLOAD', 'The payload holds a lone surrogate.');
  }
  return bytes;
}

/** Characters that base64 encodes together. */
const GROUP = 3;

/**
 * Returns the function that builds the text of a key's stamps from their signatures, low-S DER in
 * lowercase hex: JSON with exactly these three keys in this order, no white space, base64url
 * without padding. What every stamp of the key begins with is encoded once.
 *
 * @param publicKey compressed SEC1 in lowercase hex, 66 characters
 */
export function stampEncoder(publicKey: string): (signature: string) => string {
  const start = `{"publicKey":"${publicKey}","scheme":"${STAMP_SCHEME}","signature":"`;
  const whole = start.length - (start.length % GROUP);
  const encoded = latin1ToBase64url(start.slice(0, whole));
  const rest = start.slice(whole);
  return (signature) => encoded + latin1ToBase64url(`${rest}${signature}"}`);
}
