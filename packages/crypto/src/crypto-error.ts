/**
 * What went wrong, as a closed set.
 *
 * | Code | Means |
 * |---|---|
 * | `CRYPTO_UNAVAILABLE` | no WebCrypto here: an insecure origin, or a runtime without it |
 * | `INVALID_HEX`, `INVALID_BASE64URL` | text that is not the encoding it should be |
 * | `INVALID_POINT` | bytes that are no P-256 point in the expected form |
 * | `INVALID_CLIENT_PUBLIC_KEY` | text that is no uncompressed P-256 point in hex |
 * | `INVALID_SCALAR` | not 32 bytes holding a number from 1 to n-1 |
 * | `INVALID_SIGNATURE` | a signature that is not strict DER, or not 64 raw bytes, or out of range |
 * | `INVALID_KEY` | a CryptoKey of another algorithm, curve or use, or an extractable one |
 * | `INVALID_PAYLOAD` | not a string, or a string that UTF-8 cannot carry unchanged |
 * | `SEALED_KEY_MALFORMED` | text that is no base58check of 81 bytes |
 * | `SEALED_KEY_UNOPENED` | well-formed, but it does not open with this client key |
 * | `SELF_CHECK_FAILED` | a key whose signature its own public key does not verify |
 */
export type CryptoErrorCode =
  | 'CRYPTO_UNAVAILABLE'
  | 'INVALID_HEX'
  | 'INVALID_BASE64URL'
  | 'INVALID_POINT'
  | 'INVALID_CLIENT_PUBLIC_KEY'
  | 'INVALID_SCALAR'
  | 'INVALID_SIGNATURE'
  | 'INVALID_KEY'
  | 'INVALID_PAYLOAD'
  | 'SEALED_KEY_MALFORMED'
  | 'SEALED_KEY_UNOPENED'
  | 'SELF_CHECK_FAILED';

/**
 * The only error this package throws. Branch on `code`; messages are for people and may change.
 * Neither the message nor the JSON form holds any part of the input.
 */
export class CryptoError extends Error {
  override readonly name = 'CryptoError';
  readonly code: CryptoErrorCode;

  constructor(code: CryptoErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  toJSON(): { name: string; code: CryptoErrorCode; message: string } {
    return { name: this.name, code: this.code, message: this.message };
  }
}
