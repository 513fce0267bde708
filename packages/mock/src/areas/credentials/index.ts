import { area } from '../../engine/area.ts';
import { type CallOf, lenient, type Result } from '../../engine/behaviour.ts';
import { invalidField } from '../../engine/refusal.ts';
import { openSession, requireClientKey } from '../sessions/sessions.ts';
import { credentials, oneTimeCodes, passkeyChallenges, requireCredential } from './credentials.ts';
import { credentialFixture, walletFixture } from './fixture.ts';
import { requireIdentity, requireOidcToken } from './oidc-token.ts';
import { requireCode, sendCode } from './one-time-codes.ts';
import { createCredential, revokeCredential } from './operations.ts';
import { challengePasskey, signInWithPasskey } from './passkeys.ts';

/** The first step of a sign-in (rules 38 to 40). */
export function challengeCredential(call: CallOf<'credentials.challenge'>): Result {
  const credential = requireCredential(call, call.input.id);
  if (credential.type === 'PASSKEY') {
    return challengePasskey(call, credential, call.input.clientPublicKey);
  }
  if (credential.type !== 'OAUTH') return sendCode(call, credential);
  const message = 'is an OAUTH credential, which has no challenge: call verify with a fresh token';
  throw invalidField('id', message);
}

/** The second step of a sign-in, which opens a session (rules 40 to 50). */
export function verifyCredential(call: CallOf<'credentials.verify'>): Result | Promise<Result> {
  const { world, input } = call;
  const credential = requireCredential(call, input.id);
  if (credential.type !== input.type) {
    const message = `is ${input.type}; the credential is ${credential.type}`;
    throw invalidField('type', message);
  }
  if (input.type === 'PASSKEY') {
    return signInWithPasskey(call, credential, input.requestId, input.assertion);
  }
  const clientPublicKey = requireClientKey(call, input.clientPublicKey);
  if (input.type === 'EMAIL_OTP') requireCode(call, credential.id, input.otp);
  else {
    const claims = requireOidcToken(input.oidcToken, world);
    requireIdentity(claims, credential.identity, clientPublicKey);
  }
  return openSession(call, credential, clientPublicKey);
}

/** Credentials of embedded wallets: passkeys, OIDC identities, one-time codes. */
export const credentialsArea = area({
  resources: [credentials],
  tables: [passkeyChallenges, oneTimeCodes],
  operations: {
    'credentials.challenge': challengeCredential,
    'credentials.create': createCredential,
    'credentials.revoke': revokeCredential,
    'credentials.verify': lenient(verifyCredential),
  },
  fixtures: {
    /**
     * Adds a credential without any ceremony: EMAIL_OTP, unless the fields differ. `accountId` must
     * be given.
     */
    credential: credentialFixture,
    /**
     * Provisions an embedded wallet with its EMAIL_OTP credential. Without `customerId`, a customer
     * is added too.
     */
    wallet: walletFixture,
  },
});
