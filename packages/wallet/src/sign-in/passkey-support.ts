import { WalletError } from '../errors/wallet-error.ts';

/** Whether this browser has passkeys at all. */
export function hasWebAuthn(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

/** What the browser says about passkeys, false when it does not say. */
export async function supports(
  question: 'isConditionalMediationAvailable' | 'isUserVerifyingPlatformAuthenticatorAvailable',
): Promise<boolean> {
  if (!hasWebAuthn()) return false;
  try {
    return (await PublicKeyCredential[question]?.()) === true;
  } catch {
    return false;
  }
}

/** @throws WalletError `PASSKEYS_UNSUPPORTED` where ceremonies cannot be run */
export function requirePasskeys(): void {
  if (!hasWebAuthn()) throw new WalletError('PASSKEYS_UNSUPPORTED');
}

/** What a browser says it can do beyond the two plain ceremonies; false when it does not say. */
export async function hasCapability(name: string): Promise<boolean> {
  const { getClientCapabilities } = (globalThis.PublicKeyCredential ?? {}) as {
    getClientCapabilities?: () => Promise<Readonly<Record<string, boolean>>>;
  };
  const known = await getClientCapabilities
    ?.call(globalThis.PublicKeyCredential)
    .catch(() => undefined);
  return known?.[name] === true;
}
