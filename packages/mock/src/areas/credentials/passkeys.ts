import { bytesToBase64url, bytesToHex } from '@org/payments-crypto';
import { iso } from '../../clock.ts';
import type { Call, Result } from '../../engine/behaviour.ts';
import { evictChallenges } from '../../engine/challenges.ts';
import { unauthorized } from '../../engine/refusal.ts';
import { sandboxValues } from '../../options/outcomes.ts';
import { openSession, requireClientKey } from '../sessions/sessions.ts';
import {
  type CredentialRecord,
  credentials,
  type PasskeyChallengeRecord,
  passkeyChallenges,
} from './credentials.ts';
import { type Assertion, requireIncreased, verifyAssertion } from './webauthn/assertion.ts';

const CHALLENGE_BYTES = 32;
/** Issues the challenge of a sign-in and binds the client key to it (rule 39). */
export function challengePasskey(
  call: Call<unknown>,
  credential: CredentialRecord,
  clientPublicKey: string | undefined,
): Result {
  const { world, write } = call;
  const { challengeEncoding, challengeLifetime } = world.settings.choices;
  const key = requireClientKey(call, clientPublicKey);
  evictChallenges(world, passkeyChallenges.in(world));
  const bytes = world.random.bytes('passkey-challenge', CHALLENGE_BYTES);
  const challenge = challengeEncoding === 'utf8' ? bytesToHex(bytes) : bytesToBase64url(bytes);
  const { id, expiresAt } = write.insert(passkeyChallenges, {
    id: `Request:${world.random.uuid('passkey-challenge')}`,
    authMethodId: credential.id,
    challenge,
    clientPublicKey: key,
    expiresAt: world.clock.now() + challengeLifetime,
  });
  return { body: { challenge, requestId: id, expiresAt: iso(expiresAt) } };
}

/** Returns the challenge that a sign-in answers (rule 46). @throws Refusal 401 */
function requirePending(
  { world }: Call<unknown>,
  requestId: string | undefined,
  credential: CredentialRecord,
): PasskeyChallengeRecord {
  if (requestId === undefined) {
    throw unauthorized('missingRequestId', "Expected the challenge's requestId in Request-Id.");
  }
  const pending = passkeyChallenges.in(world).get(requestId);
  if (pending === undefined) {
    throw unauthorized('unknownRequestId', `No passkey challenge ${requestId} was issued.`);
  }
  if (pending.authMethodId !== credential.id) {
    const explanation = `${requestId} was issued for ${pending.authMethodId}, not ${credential.id}.`;
    throw unauthorized('foreignRequestId', explanation);
  }
  if (pending.consumedAt !== undefined) {
    const explanation = `${requestId} was answered at ${iso(pending.consumedAt)}.`;
    throw unauthorized('usedRequestId', explanation);
  }
  if (world.clock.now() >= pending.expiresAt) {
    throw unauthorized('challengeExpired', `It expired at ${iso(pending.expiresAt)}.`);
  }
  return pending;
}

/** Whether the sandbox's literal stands for an assertion. @throws Refusal 401 in strict mode */
export function isSandboxAssertion(call: Call<unknown>, { signature }: Assertion): boolean {
  if (signature !== sandboxValues.passkeySignature) return false;
  if (call.world.settings.strict) {
    throw unauthorized(
      'passkeyLiteral',
      `Expected a signature; received ${sandboxValues.passkeySignature}.`,
    );
  }
  call.note(`The sandbox literal ${sandboxValues.passkeySignature} stood in for an assertion.`);
  return true;
}

/** Returns the bytes an authenticator signs for a challenge, as base64url. */
function signedChallenge({ world }: Call<unknown>, challenge: string): string {
  const isBytes = world.settings.choices.challengeEncoding === 'utf8';
  return isBytes ? bytesToBase64url(new TextEncoder().encode(challenge)) : challenge;
}

/** Checks an assertion and returns the new counter. @throws Refusal 401 */
async function requireAssertion(
  call: Call<unknown>,
  assertion: Assertion,
  credential: CredentialRecord,
  { challenge }: PasskeyChallengeRecord,
): Promise<number | undefined> {
  const { credentialId, passkey } = credential;
  if (isSandboxAssertion(call, assertion)) {
    if (assertion.credentialId === credentialId) return undefined;
    const explanation = `Expected ${credentialId}; received ${assertion.credentialId}.`;
    throw unauthorized('passkeyCredential', explanation);
  }
  if (credentialId === undefined || passkey === undefined) {
    const explanation = 'The credential was added without a key: pass `passkey` to the fixture.';
    throw unauthorized('passkeyCredential', explanation);
  }
  const expected = { challenge: signedChallenge(call, challenge), credentialId, passkey };
  return verifyAssertion(assertion, expected, call.world);
}

/** Opens a session for an assertion and stores the new counter (rules 46 to 50). */
export async function signInWithPasskey(
  call: Call<unknown>,
  credential: CredentialRecord,
  requestId: string | undefined,
  assertion: Assertion,
): Promise<Result> {
  const { world, write } = call;
  const given = requirePending(call, requestId, credential);
  const counter = await requireAssertion(call, assertion, credential, given);
  const current = credentials.require(call, credential.id);
  const pending = requirePending(call, requestId, current);
  const clientPublicKey = requireClientKey(call, pending.clientPublicKey);
  if (counter !== undefined && current.passkey !== undefined) {
    requireIncreased(counter, current.passkey.counter);
    write.update(credentials, current, { passkey: { ...current.passkey, counter } });
  }
  write.update(passkeyChallenges, pending, { consumedAt: world.clock.now() });
  return openSession(call, current, clientPublicKey);
}
