/**
 * What went wrong, as a closed set.
 *
 * | Code | Means |
 * |---|---|
 * | `CRYPTO_UNAVAILABLE` | WebCrypto is missing: an insecure origin, or a runtime without it |
 * | `INVALID_HEX`, `INVALID_BASE64URL` | text that is not in the expected encoding |
 * | `INVALID_POINT` | bytes that are not a P-256 point in the expected form |
 * | `INVALID_CLIENT_PUBLIC_KEY` | text that is not an uncompressed P-256 point in hex |
 * | `INVALID_SCALAR` | not 32 bytes holding a number from 1 to n-1 |
 * | `INVALID_SIGNATURE` | a signature that is not strict DER, or not 64 raw bytes, or out of range |
 * | `INVALID_KEY` | a CryptoKey of another algorithm, curve or use, or an extractable one |
 * | `INVALID_PAYLOAD` | not a string, or a string that UTF-8 cannot carry unchanged |
 * | `SEALED_KEY_MALFORMED` | text that is not base58check of 81 bytes |
 * | `SEALED_KEY_UNOPENED` | well-formed, but it does not open with this client key |
 * | `WALLET_EXPORT_MALFORMED` | text that is not the envelope of an exported wallet |
 * | `WALLET_EXPORT_UNTRUSTED` | an envelope that the pinned key did not sign |
 * | `WALLET_EXPORT_UNOPENED` | an envelope that does not open with this client key |
 * | `WALLET_EXPORT_WIPED` | a recovery phrase that was read after `wipe()` |
 * | `CODE_TARGET_MALFORMED` | text that is not the key to seal a one-time code to |
 * | `CODE_TARGET_UNTRUSTED` | a key to seal to that the pinned key did not sign |
 * | `SEALED_CODE_UNOPENED` | a sealed code that does not open with the key of its target |
 * | `SELF_CHECK_FAILED` | a private key and a public key that do not belong together |
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
  | 'WALLET_EXPORT_MALFORMED'
  | 'WALLET_EXPORT_UNTRUSTED'
  | 'WALLET_EXPORT_UNOPENED'
  | 'WALLET_EXPORT_WIPED'
  | 'CODE_TARGET_MALFORMED'
  | 'CODE_TARGET_UNTRUSTED'
  | 'SEALED_CODE_UNOPENED'
  | 'SELF_CHECK_FAILED';

const ACTIONS: Readonly<Partial<Record<CryptoErrorCode, string>>> = {
  CRYPTO_UNAVAILABLE: 'Serve the page over https or from localhost.',
  INVALID_HEX: 'Pass an even number of hex digits.',
  INVALID_POINT: 'Pass a P-256 point in the named form.',
  INVALID_SCALAR: 'Pass 32 bytes that hold a number from 1 to n-1.',
  INVALID_SIGNATURE: 'Pass a signature in the named encoding.',
  INVALID_KEY: 'Pass a key that this package returned.',
  INVALID_PAYLOAD: 'Pass payloadToSign as it was received.',
  SEALED_KEY_MALFORMED: 'Pass encryptedSessionSigningKey as it was received.',
  SEALED_KEY_UNOPENED: 'Verify again with a new client key.',
  SELF_CHECK_FAILED: 'Do not use this key. Verify again.',
};

/** Where the documentation of the newest release explains the codes, each on a page of its name. */
const PAGES = 'https://org.github.io/payments-sdk/errors/';

/**
 * The only error this package throws. Branch on `code`; messages are for people and may change.
 * `action` names what to do. Neither the message nor the JSON form holds any part of the input.
 */
export class CryptoError extends Error {
  /** Also of another copy of the package: the ES module and the CommonJS form have their own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (super[Symbol.hasInstance](value)) return true;
    if (!Object.is(this, CryptoError) || !(value instanceof Error)) return false;
    return value.name === 'CryptoError' && 'code' in value && 'action' in value;
  }

  override readonly name = 'CryptoError';
  /** Switch on this; `docs` leads to what it means. */
  readonly code: CryptoErrorCode;

  readonly #action: string | undefined;

  constructor(
    code: CryptoErrorCode,
    message: string,
    { action, ...options }: ErrorOptions & { readonly action?: string } = {},
  ) {
    super(message, options);
    this.code = code;
    this.#action = action;
  }

  /** What to do about it. */
  get action(): string {
    return (this.#action ?? ACTIONS[this.code]) as string;
  }

  /** The address of the page that explains the code. */
  get docs(): string {
    return PAGES + this.code;
  }

  /** A JSON-safe view without the cause and without any part of the input. */
  toJSON(): Pick<CryptoError, 'name' | 'code' | 'message' | 'action' | 'docs'> {
    const { name, code, message, action, docs } = this;
    return { name, code, message, action, docs };
  }
}
