import { area } from '../../engine/area.ts';
import { requireLive } from '../../engine/check-stamp.ts';
import { backendId } from '../../engine/payload-forms.ts';
import { notFound } from '../../engine/refusal.ts';
import { requireCredential } from '../credentials/credentials.ts';
import {
  revokeSession as endSession,
  isLive,
  openSession,
  requireClientKey,
  sessionFixture,
  sessions,
  sessionsOf,
  usedClientKeys,
} from './sessions.ts';

export const sessionsArea = area({
  resources: [sessions],
  tables: [usedClientKeys],
  operations: {
    /** Opens a new session, signed by a live one (rules 52 and 53). */
    'sessions.refresh'(call) {
      const session = sessions.require(call, call.input.id);
      const { accountId } = session;
      return {
        signers: { accountIds: [accountId], sessionId: session.id },
        challengeFields: { type: session.type },
        activity: {
          type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
          parameters: { targetPublicKey: call.input.clientPublicKey },
        },
        check() {
          requireLive(session, call);
          requireClientKey(call, call.input.clientPublicKey);
        },
        apply() {
          const credential = requireCredential(call, session.authMethodId);
          return openSession(call, credential, call.input.clientPublicKey);
        },
      };
    },

    /** Ends a session, at once (rule 54). */
    'sessions.revoke'(call) {
      const session = sessions.require(call, call.input.id);
      if (!isLive(session, call.world)) throw notFound('Session', session.id);
      return {
        signers: { accountIds: [session.accountId] },
        challengeFields: { type: session.type },
        activity: {
          type: 'ACTIVITY_TYPE_DELETE_API_KEYS',
          parameters: {
            apiKeyIds: [backendId(call.world, 'api-key', session.id)],
            userId: backendId(call.world, 'user', session.accountId),
          },
        },
        apply() {
          endSession(call, session.id);
          return { body: undefined };
        },
      };
    },
  },
  fixtures: {
    /**
     * Opens a session without a sign-in and returns it with its key, for tests that do not test the
     * sign-in. `accountId` must be given.
     */
    session: sessionFixture,
  },
  ports: {
    sessionsOf,
    revokeSession: endSession,
  },
});
