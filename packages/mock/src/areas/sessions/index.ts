import { area } from '../../engine/area.ts';
import { sessionFixture } from './fixture.ts';
import { refreshSession, revokeSession } from './operations.ts';
import { revokeSession as endSession, sessions, sessionsOf, usedClientKeys } from './sessions.ts';

/** Sessions of embedded wallets. */
export const sessionsArea = area({
  resources: [sessions],
  tables: [usedClientKeys],
  operations: { 'sessions.refresh': refreshSession, 'sessions.revoke': revokeSession },
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
