export { bytesToBase64url } from './base64url.ts';
export {
  createCodeTarget,
  generateHeldKey,
  type HeldKey,
  heldSessionKey,
  importHeldKey,
  openSealedCode,
} from './client-held/held-key.ts';
export { type CodeAttempt, type SealCodeOptions, sealCode } from './client-held/seal-code.ts';
export { type ClientKey, generateClientKey, importClientKey } from './client-key.ts';
export { assertClientPublicKey, isClientPublicKey, oauthNonce } from './client-public-key.ts';
export {
  HPKE_INFO,
  SEALED_KEY_BYTES,
  SEALED_KEY_MAX_CHARACTERS,
  STAMP_SCHEME,
} from './constants.ts';
export { CryptoError, type CryptoErrorCode } from './crypto-error.ts';
export { base64urlToBytes } from './decode-base64url.ts';
export { bytesToHex, hexToBytes } from './hex.ts';
export type { SealOptions } from './hpke-message.ts';
export type { PlatformKey, PlatformKeyPair } from './platform.ts';
export { compressPoint, decompressPoint } from './point.ts';
export { publicKeyFromScalar } from './scalar.ts';
export { type SealSessionKeyOptions, sealSessionKey } from './seal-session-key.ts';
export { openSealedKey } from './sealed-key.ts';
export {
  createStamp,
  importSessionKey,
  type SessionKey,
  sessionKeyFromCryptoKey,
} from './session-key.ts';
export { derSignatureToRaw, rawSignatureToDer } from './signature.ts';
export { type StampRefusal, type StampVerification, verifyStamp } from './verify-stamp.ts';
export {
  ExportedPhrase,
  type OpenWalletExportOptions,
  openWalletExport,
} from './wallet-export/open-wallet-export.ts';
export {
  type SealWalletExportOptions,
  sealWalletExport,
} from './wallet-export/seal-wallet-export.ts';
