import { CryptoError } from './crypto-error.ts';

/** What to do about codes that a wallet's page does not meet: here, so that it does not load them. */
export const rareActions = {
  INVALID_BASE64URL: 'Pass base64url without padding.',
  INVALID_CLIENT_PUBLIC_KEY: 'Pass the publicKey of a client key, 130 hex digits.',
  WALLET_EXPORT_MALFORMED: 'Pass encryptedWalletCredentials as it was received.',
  WALLET_EXPORT_UNTRUSTED:
    'Do not show the phrase. Check the pinned key and report the envelope to the service.',
  WALLET_EXPORT_UNOPENED: 'Export again with a new client key.',
  WALLET_EXPORT_WIPED: 'Read the phrase before `wipe()`, or export again.',
  CODE_TARGET_MALFORMED: 'Pass otpEncryptionTargetBundle as it was received.',
  CODE_TARGET_UNTRUSTED:
    'Do not send the code. Check the pinned key and report the target to the service.',
  SEALED_CODE_UNOPENED: 'Seal the code to the target that came with it.',
} as const;

/** A code that a wallet's page does not meet. */
export type RareErrorCode = keyof typeof rareActions;

export function rareError(code: RareErrorCode, message: string): CryptoError {
  return new CryptoError(code, message, { action: rareActions[code] });
}
