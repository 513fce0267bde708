import { type StampRefusal, verifyStamp } from '@org/payments-crypto';
import { digest } from '../digest.ts';
import { sandboxValues } from '../options/outcomes.ts';
import type { SigningSession } from '../world.ts';
import type { Call, Signers } from './behaviour.ts';
import { type ReasonName, unauthorized } from './refusal.ts';
import type { ChallengeRecord } from './tables.ts';

const reasonOf: Readonly<Record<StampRefusal, ReasonName>> = {
  'not-base64url': 'stampNotBase64url',
  'not-json': 'stampNotJson',
  'wrong-keys': 'stampWrongKeys',
  'wrong-scheme': 'stampWrongScheme',
  'bad-public-key': 'stampBadPublicKey',
  'bad-signature-encoding': 'stampBadEncoding',
  'signature-mismatch': 'stampMismatch',
};

/** Checks that a session is live. @throws Refusal 401 */
export function requireLive(session: SigningSession, { world }: Pick<Call, 'world'>): void {
  if (session.revokedAt !== undefined) {
    throw unauthorized('sessionRevoked', `${session.id} was revoked at ${session.revokedAt}.`);
  }
  if (world.clock.now() >= Date.parse(session.expiresAt)) {
    throw unauthorized('sessionExpired', `${session.id} expired at ${session.expiresAt}.`);
  }
}

/** Checks that a stamp's key may sign; undefined is the sandbox's literal, which stands for any. @throws Refusal 401 */
export function requireSigner(publicKey: string | undefined, signers: Signers, call: Call): void {
  if (publicKey === undefined) return;
  if (signers.publicKey !== undefined) {
    if (publicKey === signers.publicKey) return;
    throw unauthorized('otherKey', `Expected the key ${signers.publicKey}; received ${publicKey}.`);
  }
  const sessions = call.world.ports.sessionsOf(call.world, publicKey);
  const [first] = sessions;
  if (first === undefined) {
    throw unauthorized('unknownSessionKey', `No session has the public key ${publicKey}.`);
  }
  const { accountIds } = signers;
  const session =
    accountIds === 'any' ? first : sessions.find(({ accountId }) => accountIds.includes(accountId));
  if (session === undefined) {
    const expected = [...accountIds].join(' or ') || 'an account with credentials';
    const explanation = `Expected a session of ${expected}; ${first.id} is of ${first.accountId}.`;
    throw unauthorized('foreignSession', explanation);
  }
  requireLive(session, call);
  const { sessionId, exceptAuthMethodId } = signers;
  if (sessionId !== undefined && session.id !== sessionId) {
    const explanation = `Expected the stamp of ${sessionId}; received that of ${session.id}.`;
    throw unauthorized('otherSession', explanation);
  }
  if (session.authMethodId === exceptAuthMethodId) {
    const explanation = `${session.id} was opened by ${exceptAuthMethodId}, which is to be removed.`;
    throw unauthorized('ownCredential', explanation);
  }
}

/** Checks that a stamp is over exactly a payload. Returns its key; undefined for the literal. @throws Refusal 401 */
export async function checkStamp(
  stamp: string,
  challenge: Pick<ChallengeRecord, 'payloadToSign'>,
  call: Call,
): Promise<string | undefined> {
  if (stamp === sandboxValues.signature) {
    if (call.world.settings.strict) {
      throw unauthorized(
        'literalRefused',
        `Expected a stamp; received ${sandboxValues.signature}.`,
      );
    }
    call.note(`The sandbox literal ${sandboxValues.signature} stood in for a stamp.`);
    return undefined;
  }
  const verification = await verifyStamp(stamp, challenge.payloadToSign);
  if (!verification.valid) {
    const expected = `a stamp over payloadToSign (SHA-256 ${digest(challenge.payloadToSign)})`;
    const received = `${verification.reason} (${stamp.length} characters)`;
    const explanation = `Expected ${expected}; received: ${received}.`;
    throw unauthorized(reasonOf[verification.reason], explanation);
  }
  return verification.publicKey;
}
