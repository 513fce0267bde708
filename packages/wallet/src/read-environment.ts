import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  platformAuthenticatorIsAvailable,
} from '@simplewebauthn/browser';
import { systemClock } from './clock.ts';
import type { WalletEnvironment } from './environment-facts.ts';
import { within } from './platform/within.ts';
import { isCrossOriginFrame } from './sign-in/frame.ts';
import { isYes } from './sign-in/passkey-support.ts';
import { createIndexedDbVault } from './vault/indexeddb-vault.ts';
import { vaultName } from './vault/open-vault.ts';
import { probeVault } from './vault/probe.ts';

/** Milliseconds a browser may take to report what it can do. */
const PATIENCE = 5_000;

async function canStore(): Promise<boolean> {
  await probeVault(
    createIndexedDbVault(vaultName('environment', undefined), systemClock),
    Date.now(),
  );
  return true;
}

/** Reads what the browser offers this page. Never rejects. */
export async function readEnvironment(): Promise<WalletEnvironment> {
  const ask = (question: () => Promise<boolean>) =>
    within(systemClock, PATIENCE, question).catch(() => false);
  const isFramed = window.top !== window.self;
  const [hasConditionalUi, hasPlatformAuthenticator, isStored] = await Promise.all([
    ask(() => isYes(browserSupportsWebAuthnAutofill)),
    ask(() => isYes(platformAuthenticatorIsAvailable)),
    ask(canStore),
  ]);
  return {
    hasPage: true,
    isSecureContext: true,
    hasWebAuthn: browserSupportsWebAuthn(),
    hasConditionalUi,
    hasPlatformAuthenticator,
    storage: isStored ? 'indexeddb' : 'memory',
    isFramed,
    isCrossOriginFrame: isFramed && isCrossOriginFrame(),
    recommendedMethod: hasPlatformAuthenticator ? 'passkey' : 'email_otp',
  };
}
