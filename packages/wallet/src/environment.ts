import { loadLazy } from './load-lazy.ts';
import { openVault, vaultName } from './vault/open-vault.ts';
import type { Persistence } from './vault/vault.ts';

/** What this page can do. */
export interface WalletEnvironment {
  /** False on a server and in a worker: no page, no ceremonies. */
  readonly hasPage: boolean;
  /** https or localhost; without it neither keys nor passkeys. */
  readonly isSecureContext: boolean;
  readonly hasWebAuthn: boolean;
  /** Passkeys among the suggestions of an input. */
  readonly hasConditionalUi: boolean;
  /** A fingerprint reader, a face scanner or a PIN of the device itself. */
  readonly hasPlatformAuthenticator: boolean;
  /** Where keys will live; found out by storing one. */
  readonly storage: Persistence;
  /** The page is shown within another one. */
  readonly isFramed: boolean;
  /** Within a page of another origin, where passkeys and storage may be restricted. */
  readonly isCrossOriginFrame: boolean;
  /** What to offer first. `none`: nothing can work here. */
  readonly recommendedMethod: 'passkey' | 'email_otp' | 'none';
}

function isCrossOrigin(): boolean {
  try {
    return window.top?.location.origin !== window.location.origin;
  } catch {
    return true;
  }
}

async function storageTier(canStore: boolean): Promise<Persistence> {
  if (!canStore) return 'memory';
  const { vault } = await openVault('auto', vaultName('environment', undefined), Date.now());
  return vault.persistence;
}

/** Finds out what this page can do. Never throws, on a server neither. */
export async function getWalletEnvironment(): Promise<WalletEnvironment> {
  const hasPage = typeof window !== 'undefined' && typeof document !== 'undefined';
  const isSecureContext = globalThis.isSecureContext === true && crypto.subtle !== undefined;
  const lazy = hasPage && isSecureContext ? await loadLazy().catch(() => undefined) : undefined;
  const hasWebAuthn = lazy?.browserSupportsWebAuthn() === true;
  const ask = async (question?: () => Promise<boolean>) => {
    if (!hasWebAuthn) return false;
    return (await question?.().catch(() => false)) === true;
  };
  const [hasConditionalUi, hasPlatformAuthenticator, storage] = await Promise.all([
    ask(lazy?.browserSupportsWebAuthnAutofill),
    ask(lazy?.platformAuthenticatorIsAvailable),
    storageTier(hasPage && isSecureContext),
  ]);
  const isFramed = hasPage && window.top !== window.self;
  const method = hasPlatformAuthenticator ? 'passkey' : 'email_otp';
  return {
    hasPage,
    isSecureContext,
    hasWebAuthn,
    hasConditionalUi,
    hasPlatformAuthenticator,
    storage,
    isFramed,
    isCrossOriginFrame: isFramed && isCrossOrigin(),
    recommendedMethod: hasPage && isSecureContext ? method : 'none',
  };
}
