import type { Persistence } from './vault/vault.ts';

/** What this page can do. */
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
  /** Where keys will live, determined by storing one. */
  readonly storage: Persistence;
  /** The page is shown within another one. */
  readonly isFramed: boolean;
  /** Within a page of another origin, where passkeys and storage may be restricted. */
  readonly isCrossOriginFrame: boolean;
  /** What to offer first. `none`: no method can work here. */
  readonly recommendedMethod: 'passkey' | 'email_otp' | 'none';
}
