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
