/**
 * The lazy chunk: the cryptography and the ceremonies, which no page needs before somebody signs
 * in. Of each only what a browser needs.
 *
 * @module
 */
export {
  generateClientKey,
  importClientKey,
  oauthNonce,
  openSealedKey,
  sessionKeyFromCryptoKey,
} from '@org/payments-crypto';
export {
  base64URLStringToBuffer,
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  bufferToBase64URLString,
  platformAuthenticatorIsAvailable,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
export { idTokenProblem } from './sign-in/id-token.ts';
