import { ECDSA_P256 } from './constants.ts';
import { CryptoError } from './crypto-error.ts';
import { checkBySigning, importSigningKey, webSigningKey } from './ecdsa.ts';
import { bytesToHex, hexToBytes } from './hex.ts';
import type { SigningKey } from './key-forms.ts';
import { freeze } from './key-functions.ts';
import type { PlatformKey } from './platform.ts';
import { compressedForm, decompressPoint } from './point.ts';
import { copyScalar } from './scalar.ts';
import { wipe } from './secrets.ts';
import { payloadBytes, stampEncoder } from './stamp.ts';

/** The private key of a session, which can only stamp. It can be passed as a stamper. */
export interface SessionKey {
  /** Compressed SEC1 in lowercase hex, 66 characters. */
  readonly publicKey: string;
  /** ECDSA on P-256, not extractable: store it in IndexedDB, with `publicKey`. */
  readonly cryptoKey: PlatformKey;
  /**
   * Stamps a payload, exactly as received.
   *
   * @returns the value of the signature header, about 370 characters
   * @throws CryptoError `INVALID_PAYLOAD`
   */
  stamp(payload: string): Promise<string>;
}

/**
 * Keeps the signing key in a closure: neither inspection nor JSON shows it, and the session key also
 * works behind a Proxy, which a private field does not.
 */
function holdSessionKey(publicKey: string, { cryptoKey, sign }: SigningKey): SessionKey {
  const encode = stampEncoder(publicKey);
  const stamp = async (payload: string) => {
    const signature = sign(payloadBytes(payload));
    return encode(typeof signature === 'string' ? signature : await signature);
  };
  const prototype = {
    get cryptoKey() {
      return cryptoKey();
    },
  };
  return freeze({ publicKey, stamp, __proto__: prototype } as unknown as SessionKey);
}

/**
 * Imports a session key from its scalar, for servers that hold their own key.
 *
 * @param scalar 32 bytes, big-endian, from 1 to n-1; the caller wipes it
 * @throws CryptoError `INVALID_SCALAR`, `CRYPTO_UNAVAILABLE`, `SELF_CHECK_FAILED`
 */
export async function importSessionKey(scalar: Uint8Array): Promise<SessionKey> {
  const copy = copyScalar(scalar);
  try {
    const key = await importSigningKey(copy);
    return holdSessionKey(bytesToHex(compressedForm(key.point)), key);
  } finally {
    wipe(copy);
  }
}

function isSessionCryptoKey(key: PlatformKey): boolean {
  const { name, namedCurve } = (key?.algorithm ?? {}) as Partial<EcKeyAlgorithm>;
  return (
    name === ECDSA_P256.name &&
    namedCurve === ECDSA_P256.namedCurve &&
    !key.extractable &&
    key.usages.includes('sign')
  );
}

/**
 * Restores a session key from its stored `cryptoKey` and `publicKey`. On Node it stamps through
 * WebCrypto, slower than a key that was opened in this process.
 *
 * @param publicKey compressed SEC1 in hex, 66 characters
 * @throws CryptoError `INVALID_KEY`, `INVALID_HEX`, `INVALID_POINT`; `SELF_CHECK_FAILED` when the
 * two do not belong together
 */
export async function sessionKeyFromCryptoKey(
  cryptoKey: PlatformKey,
  publicKey: string,
): Promise<SessionKey> {
  if (!isSessionCryptoKey(cryptoKey)) {
    throw new CryptoError('INVALID_KEY', 'Expected a non-extractable ECDSA P-256 key that signs.');
  }
  const compressed = hexToBytes(publicKey);
  await checkBySigning(cryptoKey, decompressPoint(compressed));
  return holdSessionKey(bytesToHex(compressed), webSigningKey(cryptoKey));
}

/**
 * Stamps a payload with a session key: the same as `sessionKey.stamp(payload)`.
 *
 * @throws CryptoError `INVALID_PAYLOAD`
 *
 * @example
 * const stamp = await createStamp(sessionKey, challenge.payloadToSign);
 */
export function createStamp(sessionKey: SessionKey, payload: string): Promise<string> {
  return sessionKey.stamp(payload);
}
