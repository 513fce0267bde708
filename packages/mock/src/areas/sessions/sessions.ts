import type { AuthSession } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import { resource } from '../../engine/resource/resource.ts';
import { bookkeeping, recordOf } from '../../store/table-handle.ts';
import type { Scene, World } from '../../world.ts';
import { isDeletedCustomer } from '../customers/customers.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';

/** A session, and the public key its stamps must carry. The private key is never stored. */
export interface SessionRecord extends AuthSession {
  /** The credential that opened it. */
  readonly authMethodId: string;
  /** Compressed SEC1, 66 hex characters. */
  readonly publicKey: string;
  readonly revokedAt?: string;
}

/** Returns whether a session is live: neither revoked nor expired. */
export function isLive({ revokedAt, expiresAt }: SessionRecord, { clock }: World): boolean {
  return revokedAt === undefined && clock.now() < Date.parse(expiresAt);
}

/** Sessions of embedded wallets. Lists show the live ones, never with a key (rule 51). */
export const sessions = resource({
  name: 'sessions',
  record: recordOf<SessionRecord>(),
  id: 'Session',
  indexes: ['accountId', 'publicKey'],
  listed: (session, { world }) => isLive(session, world),
  view({
    authMethodId: _credential,
    publicKey: _key,
    revokedAt: _revoked,
    ...session
  }): AuthSession {
    return session;
  },
});

/** Ends a session at once (rule 54). */
export function revokeSession(scene: Scene, id: string): void {
  const session = sessions.in(scene.world).get(id);
  if (session === undefined || session.revokedAt !== undefined) return;
  sessions.change(scene, session, { revokedAt: iso(scene.world.clock.now()) });
}

/** A client public key that opened a session. */
export interface UsedClientKey {
  /** The key, lowercase. */
  readonly id: string;
}

/** Client keys that have opened a session. */
export const usedClientKeys = bookkeeping('usedClientKeys', recordOf<UsedClientKey>());

/** Returns the sessions with a public key, except those of a deleted customer's wallets. */
export function sessionsOf(world: World, publicKey: string): SessionRecord[] {
  return sessions
    .in(world)
    .find('publicKey', publicKey)
    .filter(({ accountId }) => {
      return !isDeletedCustomer(world, accounts.in(world).get(accountId)?.customerId);
    });
}
