import { ECDH_P256 } from './constants.ts';
import { hexToBytes } from './hex.ts';

/** PKCS#8 around an RFC 5915 key, up to the 32-byte scalar; lengths are those with the point. */
const BEFORE_SCALAR = '308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420';
/** The context tag and BIT STRING header that lead to the 65-byte point. */
const BEFORE_POINT = 'a144034200';
/** PKCS#8 up to the scalar, with the lengths of a key that ends there. */
const BEFORE_SCALAR_ALONE =
  '3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420';

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/**
 * Encodes a P-256 private key **with** its public point as PKCS#8: without it Safari cannot import.
 * Holds the scalar: the caller wipes it.
 */
export function encodePkcs8(scalar: Uint8Array, point: Uint8Array): Uint8Array<ArrayBuffer> {
  return joined(hexToBytes(BEFORE_SCALAR), scalar, hexToBytes(BEFORE_POINT), point);
}

/**
 * Encodes a P-256 private key as PKCS#8 without its public point, for platforms that derive it.
 * Holds the scalar: the caller wipes it.
 */
export function encodePkcs8WithoutPoint(scalar: Uint8Array): Uint8Array<ArrayBuffer> {
  return joined(hexToBytes(BEFORE_SCALAR_ALONE), scalar);
}

/**
 * A public key for key agreement on P-256 that came with a message, as the point that it is. It is
 * imported where a secret is computed with it: OpenSSL does without a CryptoKey, which would take as
 * long to create as the point to import.
 */
export class ReceivedKey implements CryptoKey {
  readonly algorithm = ECDH_P256;
  readonly extractable = true;
  readonly type = 'public';
  readonly usages: KeyUsage[] = [];
  /** Uncompressed. */
  readonly point: Uint8Array<ArrayBuffer>;

  constructor(point: Uint8Array<ArrayBuffer>) {
    this.point = point;
  }
}

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
