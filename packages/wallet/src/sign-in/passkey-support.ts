import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { WalletError } from '../errors/wallet-error.ts';

/** Returns whether a check of the browser is true; false when the check fails. */
export async function isYes(question: () => Promise<boolean>): Promise<boolean> {
  try {
    return (await question()) === true;
  } catch {
    return false;
  }
}

/** @throws WalletError `PASSKEYS_UNSUPPORTED` if ceremonies cannot be run */
export function requirePasskeys(): void {
  if (!browserSupportsWebAuthn()) throw new WalletError('PASSKEYS_UNSUPPORTED');
}

/**
 * Whether a browser can show a passkey dialog only if it holds a passkey of the site: a capability
 * the library does not list.
 */
export function hasImmediateGet(): Promise<boolean> {
  return isYes(async () => {
    const known = await PublicKeyCredential.getClientCapabilities?.();
    return (known as Readonly<Record<string, boolean>>).immediateGet === true;
  });
}
