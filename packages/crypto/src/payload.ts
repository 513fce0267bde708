import { CryptoError } from './crypto-error.ts';

let encoder: TextEncoder | undefined;

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
  if (!payload.isWellFormed()) {
    throw new CryptoError('INVALID_PAYLOAD', 'The payload holds a lone surrogate.');
  }
  encoder ??= new TextEncoder();
  return encoder.encode(payload);
}
