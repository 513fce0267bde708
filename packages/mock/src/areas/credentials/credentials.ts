import type { AuthMethod } from '@org/payments-contract';
import { resource } from '../../engine/resource/resource.ts';
import { bookkeeping, recordOf } from '../../store/table-handle.ts';

/** The OIDC identity behind an OAUTH credential. */
export interface OidcIdentity {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
}

/** The key behind a PASSKEY credential. */
export interface PasskeyKey {
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** Signature counter of the last ceremony. */
  readonly counter: number;
}

/** A credential, and what its type needs to check a sign-in. */
export interface CredentialRecord extends AuthMethod {
  readonly identity?: OidcIdentity;
  readonly passkey?: PasskeyKey;
}

/** Credentials of embedded wallets. */
export const credentials = resource({
  name: 'credentials',
  record: recordOf<CredentialRecord>(),
  id: 'AuthMethod',
  indexes: ['accountId'],
  view: ({ identity: _identity, passkey: _passkey, ...credential }): AuthMethod => credential,
});

/** A challenge issued for a passkey sign-in. */
export interface PasskeyChallengeRecord {
  /** The request id, `Request:<uuid>`. */
  readonly id: string;
  readonly authMethodId: string;
  /** As the response showed it; how its bytes follow from it is a choice. */
  readonly challenge: string;
  /** Bound on the challenge: the session key will be sealed to it. */
  readonly clientPublicKey: string;
  readonly expiresAt: number;
  readonly consumedAt?: number;
}

/** Challenges of passkey sign-ins. */
export const passkeyChallenges = bookkeeping(
  'passkeyChallenges',
  recordOf<PasskeyChallengeRecord>(),
);

/** A one-time code that was sent and not used. */
export interface OneTimeCode {
  /** The credential it was sent for, or the customer and the channel. */
  readonly id: string;
  readonly code: string;
  readonly expiresAt: number;
}

/** One-time codes that are outstanding. */
export const oneTimeCodes = bookkeeping('oneTimeCodes', recordOf<OneTimeCode>());
