import { CryptoError } from './crypto-error.ts';

/**
 * The WebCrypto of this runtime, looked up at each use so that importing touches no global.
 *
 * @throws CryptoError `CRYPTO_UNAVAILABLE`
 */
export function webCrypto(): SubtleCrypto {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) {
    throw new CryptoError(
      'CRYPTO_UNAVAILABLE',
      'WebCrypto is missing. Browsers offer it only to secure origins (https or localhost).',
    );
  }
  return subtle;
}

type NodeCrypto = typeof import('node:crypto');

/**
 * OpenSSL through `node:crypto`, or undefined where there is none. Found at run time, so that one
 * build serves Node, browsers and bundlers, and no bundler meets an import it cannot resolve.
 */
export function nodeCrypto(): NodeCrypto | undefined {
  if (typeof process === 'undefined') return undefined;
  const openssl = process.getBuiltinModule?.('node:crypto');
  return typeof openssl?.KeyObject?.prototype?.toCryptoKey === 'function' ? openssl : undefined;
}
