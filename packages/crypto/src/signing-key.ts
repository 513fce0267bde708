/**
 * Signs a message, hashed once with SHA-256, and returns the low-S DER signature in lowercase hex:
 * synchronously if the platform signs synchronously.
 */
export type Sign = (message: Uint8Array<ArrayBuffer>) => Promise<string> | string;

/** A key that signs: the CryptoKey to store, and the fastest way to sign with it. */
export interface SigningKey {
  readonly cryptoKey: () => CryptoKey;
  readonly sign: Sign;
}

/** A signing key and its uncompressed public point, known to belong together. */
export interface ImportedKey extends SigningKey {
  readonly point: Uint8Array<ArrayBuffer>;
}

/** The message of `SELF_CHECK_FAILED`. */
export const SELF_CHECK_REFUSAL = 'The public key does not belong to the private key.';
