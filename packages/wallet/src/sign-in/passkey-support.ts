import type { CreationOptionsJSON } from '@org/payments-relay/protocol';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { WalletError } from '../errors/wallet-error.ts';

/**
 * The result of a call that the browser may not have, and that a passkey manager may refuse or ignore;
 * undefined when it fails.
 */
async function quietly<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await call();
  } catch {
    return undefined;
  }
}

/** Returns whether a check of the browser is true; false when the check fails. */
export async function isYes(question: () => Promise<boolean>): Promise<boolean> {
  return (await quietly(question)) === true;
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

/** Signals which passkeys of an account are accepted: others are no longer offered. */
export function signalAccepted(
  { rp, user }: Pick<CreationOptionsJSON, 'rp' | 'user'>,
  allAcceptedCredentialIds: readonly string[],
): Promise<void> {
  const ids = { rpId: rp.id, userId: user.id };
  return quietly(() =>
    PublicKeyCredential.signalAllAcceptedCredentials({
      ...ids,
      allAcceptedCredentialIds: [...allAcceptedCredentialIds],
    }),
  );
}

/** Signals that a passkey no longer exists: it is no longer offered. */
export function signalUnknown(rpId: string, credentialId: string): Promise<void> {
  return quietly(() => PublicKeyCredential.signalUnknownCredential({ rpId, credentialId }));
}
