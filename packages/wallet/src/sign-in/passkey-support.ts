import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { WalletError } from '../errors/wallet-error.ts';

/**
 * Checks that ceremonies can be run here.
 *
 * @throws WalletError `INSECURE_CONTEXT`, `PASSKEYS_UNSUPPORTED`
 */
export function requirePasskeys(): void {
  if (globalThis.isSecureContext === false) throw new WalletError('INSECURE_CONTEXT');
  if (!browserSupportsWebAuthn()) throw new WalletError('PASSKEYS_UNSUPPORTED');
}
