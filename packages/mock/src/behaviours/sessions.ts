import { iso } from '../clock.ts';
import { type Call, plain, signed } from '../engine/behaviour.ts';
import { requireLive } from '../engine/check-stamp.ts';
import { notFound } from '../engine/refusal.ts';
import { type SessionRecord, sessionView } from '../store/records.ts';
import { openSession } from './open-session.ts';
import { requireClientKey, requireRecord } from './shared.ts';

/** A new session on the strength of a live one (rules 52 and 53). */
export const refreshSession = signed<'sessions.refresh'>({
  plan(call) {
    const session = requireRecord(call, 'sessions', call.input.id);
    const { accountId } = session;
    return {
      signers: { accountIds: [accountId], sessionId: session.id },
      challengeFields: { type: session.type },
      check() {
        requireLive(session, call);
        requireClientKey(call, call.input.clientPublicKey);
      },
      apply() {
        const credential = requireRecord(call, 'credentials', session.authMethodId);
        return openSession(call, credential, call.input.clientPublicKey);
      },
    };
  },
});

function isLive({ revokedAt, expiresAt }: SessionRecord, { world }: Call<unknown>): boolean {
  return revokedAt === undefined && world.clock.now() < Date.parse(expiresAt);
}

/** The live sessions of an account, never with a key (rule 51). */
export const listSessions = plain<'sessions.list'>({
  answer(call) {
    const sessions = call.world.store.tables.sessions.find('accountId', call.input.accountId);
    return { body: { data: sessions.filter((session) => isLive(session, call)).map(sessionView) } };
  },
});

/** The end of a session, at once (rule 54). */
export const revokeSession = signed<'sessions.revoke'>({
  plan(call) {
    const { world, write, input } = call;
    const session = requireRecord(call, 'sessions', input.id);
    if (!isLive(session, call)) {
      throw notFound('Session', input.id, world.settings.choices.notFoundCode);
    }
    return {
      signers: { accountIds: [session.accountId] },
      challengeFields: { type: session.type },
      apply() {
        const now = iso(world.clock.now());
        write.update('sessions', session, { revokedAt: now, updatedAt: now });
        return { body: undefined };
      },
    };
  },
});
