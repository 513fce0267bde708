import { CryptoError } from './crypto-error.ts';
import { type KeyFunctions, keyFunctions } from './key-functions.ts';

/**
 * Returns the key functions of WebCrypto, as they were when they were captured.
 *
 * @throws CryptoError `CRYPTO_UNAVAILABLE`
 */
export function webCrypto(): KeyFunctions {
  const functions = keyFunctions();
  if (functions !== undefined) return functions;
  throw new CryptoError(
    'CRYPTO_UNAVAILABLE',
    'WebCrypto is missing: browsers offer it only to secure origins.',
  );
}

/** A WebCrypto key, written out for programs that compile without the types of any platform. */
interface PlainKey {
  readonly algorithm: { readonly name: string };
  readonly extractable: boolean;
  readonly type: 'private' | 'public' | 'secret';
  readonly usages: (
    | 'decrypt'
    | 'deriveBits'
    | 'deriveKey'
    | 'encrypt'
    | 'sign'
    | 'unwrapKey'
    | 'verify'
    | 'wrapKey'
  )[];
}

/**
 * A WebCrypto key: the platform's own `CryptoKey` type if the program has one, from the DOM library
 * or from `@types/node`; otherwise a type with the same properties.
 */
export type PlatformKey = typeof globalThis extends { CryptoKey: { prototype: infer Key } }
  ? Key
  : PlainKey;

/** A WebCrypto key pair; assignable from and to the platform's own `CryptoKeyPair`. */
export interface PlatformKeyPair {
  /** The private key. */
  privateKey: PlatformKey;
  /** The public key. */
  publicKey: PlatformKey;
}
