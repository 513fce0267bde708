import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from './hex.ts';
import { compressPoint } from './point.ts';
import { rareError } from './rare-error.ts';

const PATTERN = /^04[0-9a-fA-F]{128}$/;

/**
 * The 65 bytes of a client public key.
 *
 * @throws CryptoError `INVALID_CLIENT_PUBLIC_KEY`
 */
export function clientPublicKeyBytes(clientPublicKey: string): Uint8Array<ArrayBuffer> {
  assertClientPublicKey(clientPublicKey);
  return hexToBytes(clientPublicKey);
}

/**
 * Refuses anything but a P-256 point, uncompressed SEC1 (prefix `04`), 130 hex digits of either
 * case. The pattern alone is not enough: about half of the strings that match it are not points of
 * the curve.
 *
 * @throws CryptoError `INVALID_CLIENT_PUBLIC_KEY`
 */
export function assertClientPublicKey(value: unknown): asserts value is string {
  if (typeof value !== 'string' || !PATTERN.test(value)) {
    throw rareError('INVALID_CLIENT_PUBLIC_KEY', 'Expected 04 and 128 more hex digits.');
  }
  try {
    compressPoint(hexToBytes(value));
  } catch {
    throw rareError('INVALID_CLIENT_PUBLIC_KEY', 'The point is not on the curve P-256.');
  }
}

/** Whether a value is what {@link assertClientPublicKey} accepts. */
export function isClientPublicKey(value: unknown): value is string {
  try {
    assertClientPublicKey(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * The `nonce` an identity provider must put in its token: lowercase hex SHA-256 of the **text** of
 * the client public key, not of its 65 bytes. Letter case counts: pass the text as it is sent.
 *
 * @returns 64 characters
 * @throws CryptoError `INVALID_CLIENT_PUBLIC_KEY`
 */
export function oauthNonce(clientPublicKey: string): string {
  assertClientPublicKey(clientPublicKey);
  return bytesToHex(sha256(new TextEncoder().encode(clientPublicKey)));
}
