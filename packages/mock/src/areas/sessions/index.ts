import { area } from '../../engine/area.ts';
import type { World } from '../../world.ts';
import { isDeletedCustomer } from '../customers/customers.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';
import { sessionFixture } from './fixture.ts';
import { refreshSession, revokeSession } from './operations.ts';
import {
  revokeSession as endSession,
  type SessionRecord,
  sessions,
  usedClientKeys,
} from './sessions.ts';

/** Returns the sessions with a public key, except those of a deleted customer's wallets. */
function sessionsOf(world: World, publicKey: string): SessionRecord[] {
  return sessions
    .in(world)
    .find('publicKey', publicKey)
    .filter(({ accountId }) => {
      return !isDeletedCustomer(world, accounts.in(world).get(accountId)?.customerId);
    });
}

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
