/**
 * What a page needs to open a session and to stamp with its key. It is an entry of its own, so that a
 * page that loads the rest of the package later, such as for a dialect, does not load it with these.
 *
 * @module
 */
export { type ClientKey, generateClientKey, importClientKey } from './client-key.ts';
export { openSealedKey } from './sealed-key.ts';
export { type SessionKey, sessionKeyFromCryptoKey } from './session-key.ts';
