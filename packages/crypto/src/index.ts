export { base64urlToBytes, bytesToBase64url } from './base64url.ts';
export type { ClientKey } from './client-key.ts';
export { generateClientKey, importClientKey } from './client-key.ts';
export { assertClientPublicKey, isClientPublicKey, oauthNonce } from './client-public-key.ts';
export {
  HPKE_INFO,
  SEALED_KEY_BYTES,
  SEALED_KEY_MAX_CHARACTERS,
  STAMP_SCHEME,
} from './constants.ts';
export type { CryptoErrorCode } from './crypto-error.ts';
export { CryptoError } from './crypto-error.ts';
export { bytesToHex, hexToBytes } from './hex.ts';
export { openSealedKey } from './open-sealed-key.ts';
export type { PlatformKey, PlatformKeyPair } from './platform-key.ts';
export { compressPoint, decompressPoint } from './point.ts';
export { publicKeyFromScalar } from './scalar.ts';
export type { SealOptions } from './seal-options.ts';
export type { SealSessionKeyOptions } from './seal-session-key.ts';
export { sealSessionKey } from './seal-session-key.ts';
export type { SessionKey } from './session-key.ts';
export { createStamp, importSessionKey, sessionKeyFromCryptoKey } from './session-key.ts';
export { derSignatureToRaw, rawSignatureToDer } from './signature.ts';
export type { StampRefusal, StampVerification } from './verify-stamp.ts';
export { verifyStamp } from './verify-stamp.ts';
export type { OpenWalletExportOptions } from './wallet-export/open-wallet-export.ts';
export { ExportedPhrase, openWalletExport } from './wallet-export/open-wallet-export.ts';
export type { SealWalletExportOptions } from './wallet-export/seal-wallet-export.ts';
export { sealWalletExport } from './wallet-export/seal-wallet-export.ts';
