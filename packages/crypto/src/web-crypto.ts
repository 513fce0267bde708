/**
 * The key functions of WebCrypto alone, without the rest of the package: for a page that loads the
 * cryptography later than its first script, and wants the functions as they are before any other.
 *
 * @module
 */
export { type KeyFunctions, webCrypto } from './platform.ts';
