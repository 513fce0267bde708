/**
 * The key functions of WebCrypto alone, without the rest of the package: for a page that loads the
 * cryptography later than its first script, and needs the functions as they were before any other
 * script ran.
 *
 * @module
 */
export { type KeyFunctions, keyFunctions, utf8 } from './key-functions.ts';
