import { ECDSA_P256 } from '../constants.ts';
import { CryptoError } from '../crypto-error.ts';
import { bytesToHex } from '../hex.ts';
import { freeze } from '../key-functions.ts';
import type { PlatformKeyPair } from '../platform.ts';
import { webCrypto } from '../platform.ts';
import { compressedForm } from '../point.ts';
import { type SessionKey, sessionKeyFromCryptoKey } from '../session-key.ts';

/**
 * A key that a client makes, and that becomes the key of the session it is sent for: it never leaves
 * the device. Use it for one sign-in or refresh.
 */
export interface HeldKey {
  /** The wire form: compressed SEC1 in lowercase hex, 66 characters, prefix `02` or `03`. */
  readonly publicKey: string;
  /** ECDSA on P-256; the private key is not extractable. Can be stored in IndexedDB. */
  readonly keyPair: PlatformKeyPair;
}

async function toHeldKey(keyPair: PlatformKeyPair): Promise<HeldKey> {
  const point = await webCrypto().exportKey('raw', keyPair.publicKey);
  return freeze({ publicKey: bytesToHex(compressedForm(new Uint8Array(point))), keyPair });
}

/**
 * Generates a key for a session.
 *
 * @throws CryptoError `CRYPTO_UNAVAILABLE`
 *
 * @example
 * const key = await generateHeldKey();
 * const request = { clientPublicKey: key.publicKey };
 */
export async function generateHeldKey(): Promise<HeldKey> {
  const usages = ['sign', 'verify'] as const;
  return await toHeldKey(await webCrypto().generateKey(ECDSA_P256, false, [...usages]));
}

/**
 * The session's key, once the service has opened the session for it.
 *
 * @throws CryptoError `INVALID_KEY`, `SELF_CHECK_FAILED`
 */
export async function heldSessionKey({ publicKey, keyPair }: HeldKey): Promise<SessionKey> {
  return await sessionKeyFromCryptoKey(keyPair.privateKey, publicKey);
}

/**
 * Restores a key after a redirect or from IndexedDB.
 *
 * @param keyPair ECDSA on P-256, private key not extractable and usable for `sign`
 * @throws CryptoError `INVALID_KEY` for any other pair; `SELF_CHECK_FAILED` for keys of two pairs
 */
export async function importHeldKey(keyPair: PlatformKeyPair): Promise<HeldKey> {
  const { privateKey, publicKey } = keyPair;
  const key = await toHeldKey({ privateKey, publicKey }).catch((cause: unknown) => {
    throw new CryptoError('INVALID_KEY', 'Expected a pair of CryptoKeys.', { cause });
  });
  await heldSessionKey(key);
  return key;
}
