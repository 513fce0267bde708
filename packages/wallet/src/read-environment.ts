import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  platformAuthenticatorIsAvailable,
} from '@simplewebauthn/browser';
import { systemClock } from './clock.ts';
import { missingFeatures } from './platform/required.ts';
import { within } from './platform/within.ts';
import { isCrossOriginFrame } from './sign-in/frame.ts';
import { isYes } from './sign-in/passkey-support.ts';
import { createIndexedDbVault, vaultName } from './vault/indexeddb-vault.ts';
import { probeVault } from './vault/probe.ts';
import type { Persistence } from './vault/vault.ts';

/** The capabilities of this page. */
export interface WalletEnvironment {
  /** False on a server and in a worker: no page, no ceremonies. */
  readonly hasPage: boolean;
  /** https or localhost; without it neither keys nor passkeys work. */
  readonly isSecureContext: boolean;
  /** Whether the browser has WebAuthn at all. */
  readonly hasWebAuthn: boolean;
  /** Passkeys among the suggestions of an input. */
  readonly hasConditionalUi: boolean;
  /** A fingerprint reader, a face scanner or a PIN of the device itself. */
  readonly hasPlatformAuthenticator: boolean;
  /** Where keys will be kept, determined by storing one. */
  readonly storage: Persistence;
  /** The page is shown within another one. */
  readonly isFramed: boolean;
  /** The page is shown within a page of another origin, where passkeys and storage may be restricted. */
  readonly isCrossOriginFrame: boolean;
  /**
   * What the wallet needs and this browser lacks, such as `AbortSignal.timeout`; empty in the browsers that
   * it is made for. Then `recommendedMethod` is `none`.
   */
  readonly missing: readonly string[];
  /** The sign-in method to offer first. `none`: no method works here. */
  readonly recommendedMethod: 'passkey' | 'email_otp' | 'none';
}

/** Milliseconds a browser may take to report what it can do. */
const PROBE_TIMEOUT = 5_000;

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
    within(systemClock, PROBE_TIMEOUT, question).catch(() => false);
  const isFramed = window.top !== window.self;
  const missing = missingFeatures();
  const [hasConditionalUi, hasPlatformAuthenticator, isStored] = await Promise.all([
    ask(() => isYes(browserSupportsWebAuthnAutofill)),
    ask(() => isYes(platformAuthenticatorIsAvailable)),
    ask(canStore),
  ]);
  const method = hasPlatformAuthenticator ? 'passkey' : 'email_otp';
  const recommendedMethod = missing.length === 0 ? method : 'none';
  return {
    hasPage: true,
    isSecureContext: true,
    hasWebAuthn: browserSupportsWebAuthn(),
    hasConditionalUi,
    hasPlatformAuthenticator,
    storage: isStored ? 'indexeddb' : 'memory',
    isFramed,
    isCrossOriginFrame: isFramed && isCrossOriginFrame(),
    missing,
    recommendedMethod,
  };
}
