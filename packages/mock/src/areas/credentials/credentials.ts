import type { AuthMethod } from '@org/payments-contract';
import { notFound } from '../../engine/refusal.ts';
import { resource } from '../../engine/resource/resource.ts';
import { bookkeeping, recordOf } from '../../store/table-handle.ts';
import type { World } from '../../world.ts';
import { isDeletedCustomer } from '../customers/customers.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';

/** The OIDC identity behind an OAUTH credential. */
export interface OidcIdentity {
  /** The provider's address. */
  readonly iss: string;
  /** The application the identity was given to. */
  readonly aud: string;
  /** The user's id at the provider. */
  readonly sub: string;
}

/** The key behind a PASSKEY credential. */
export interface PasskeyKey {
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** Signature counter of the last ceremony. */
  readonly counter: number;
}

export interface CredentialRecord extends AuthMethod {
  readonly identity?: OidcIdentity;
  readonly passkey?: PasskeyKey;
}

export const credentials = resource({
  name: 'credentials',
  record: recordOf<CredentialRecord>(),
  id: 'AuthMethod',
  indexes: ['accountId'],
  view: ({ identity: _identity, passkey: _passkey, ...credential }): AuthMethod => credential,
});

/** Returns a credential of a customer who is not deleted. @throws Refusal 404 */
export function requireCredential(scene: { readonly world: World }, id: string): CredentialRecord {
  const credential = credentials.require(scene, id);
  const { customerId } = accounts.in(scene.world).get(credential.accountId) ?? {};
  if (!isDeletedCustomer(scene.world, customerId)) return credential;
  throw notFound('AuthMethod', id);
}

export interface PasskeyChallengeRecord {
  /** The request id, `Request:<uuid>`. */
  readonly id: string;
  readonly authMethodId: string;
  /** The text in the response. An option decides how the bytes are encoded in it. */
  readonly challenge: string;
  /** Bound to the challenge: the session key will be sealed to it. */
  readonly clientPublicKey: string;
  readonly expiresAt: number;
  readonly consumedAt?: number;
}

export const passkeyChallenges = bookkeeping(
  'passkeyChallenges',
  recordOf<PasskeyChallengeRecord>(),
);

export interface OneTimeCode {
  /** The credential it was sent for, or the customer and the channel. */
  readonly id: string;
  readonly code: string;
  readonly expiresAt: number;
  /** The private key that opens the code, hex, if it has to be sealed. */
  readonly target?: string;
}

/** Codes that were sent and have not been used. */
export const oneTimeCodes = bookkeeping('oneTimeCodes', recordOf<OneTimeCode>());
