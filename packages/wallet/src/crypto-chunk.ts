/** The lazy chunk: of the cryptography only what a browser needs. */
export {
  generateClientKey,
  importClientKey,
  oauthNonce,
  openSealedKey,
  sessionKeyFromCryptoKey,
} from '@org/payments-crypto';
