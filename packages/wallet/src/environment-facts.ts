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
  /**
   * The page is shown within a page of another origin, where passkeys and storage may be
   * restricted.
   */
  readonly isCrossOriginFrame: boolean;
  /** The sign-in method to offer first. `none`: no method works here. */
  readonly recommendedMethod: 'passkey' | 'email_otp' | 'none';
}
