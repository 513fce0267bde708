import { signed } from '../engine/behaviour.ts';
import { requireLive } from '../engine/check-stamp.ts';
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
