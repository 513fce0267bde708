import { sha256 } from '@noble/hashes/sha2.js';
import { assertClientPublicKey } from './client-public-key.ts';
import { bytesToHex } from './hex.ts';

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
