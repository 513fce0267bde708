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
