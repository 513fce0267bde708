import { CryptoError } from './crypto-error.ts';
import { type KeyFunctions, keyFunctions } from './web-crypto.ts';

type NodeCrypto = typeof import('node:crypto');

/**
 * OpenSSL through `node:crypto`, or undefined if there is none. Found at run time, so that one
 * build serves Node, browsers and bundlers, and bundlers do not find an import that they cannot
 * resolve.
 */
export function nodeCrypto(): NodeCrypto | undefined {
  if (typeof process === 'undefined') return undefined;
  const openssl = process.getBuiltinModule?.('node:crypto');
  return typeof openssl?.KeyObject?.prototype?.toCryptoKey === 'function' ? openssl : undefined;
}

/**
 * Returns the key functions of WebCrypto.
 *
 * @throws CryptoError `CRYPTO_UNAVAILABLE`
 */
export function webCrypto(): KeyFunctions {
  const captured = keyFunctions();
  if (captured === undefined) {
    throw new CryptoError(
      'CRYPTO_UNAVAILABLE',
      'WebCrypto is missing: browsers offer it only to secure origins.',
    );
  }
  return captured;
}
