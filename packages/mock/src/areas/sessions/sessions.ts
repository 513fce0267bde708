import type { AuthSession } from '@org/payments-contract';
import {
  decompressPoint,
  hexToBytes,
  importSessionKey,
  isClientPublicKey,
  type SessionKey,
  sealSessionKey,
} from '@org/payments-crypto';
import { iso } from '../../clock.ts';
import type { Call, Result } from '../../engine/behaviour.ts';
import { invalidField } from '../../engine/refusal.ts';
import { FixtureError, neededFixture } from '../../engine/resource/fixture.ts';
import { resource } from '../../engine/resource/resource.ts';
import { bookkeeping, recordOf } from '../../store/table-handle.ts';
import type { Scene, World } from '../../world.ts';
import { type CredentialRecord, credentials } from '../credentials/credentials.ts';
import { isDeletedCustomer } from '../customers/customers.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';

/** A session, and the public key its stamps must carry. The private key is never stored. */
export interface SessionRecord extends AuthSession {
  readonly authMethodId: string;
  /** Compressed SEC1, 66 hex characters. */
  readonly publicKey: string;
  readonly revokedAt?: string;
}

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

export interface UsedClientKey {
  /** The key, lowercase. */
  readonly id: string;
}

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

/** Returns whether a key is one that the client holds itself: only a dialect's rows let one through. */
function isHeldKey(key: string): boolean {
  return !key.startsWith('04');
}

function isPoint(key: string): boolean {
  if (!isHeldKey(key)) return isClientPublicKey(key);
  try {
    return decompressPoint(hexToBytes(key)).length > 0;
  } catch {
    return false;
  }
}

/** Checks that a client public key is a point of the curve, and new. @throws Refusal 400 */
export function requireClientKey(call: Call<unknown>, clientPublicKey: string | undefined): string {
  const field = 'clientPublicKey';
  if (clientPublicKey === undefined) throw invalidField(field, 'is required');
  if (!isPoint(clientPublicKey)) {
    throw invalidField(field, 'is not a point of the curve P-256');
  }
  const { world } = call;
  if (usedClientKeys.in(world).get(clientPublicKey.toLowerCase()) !== undefined) {
    if (world.settings.strict) {
      const message = 'was used before; generate a new key for every sign-in';
      throw invalidField(field, message);
    }
    call.note('The client key was used before: generate a new key for every sign-in.');
  }
  return clientPublicKey;
}

/** Stores a client key that opened a session. The oldest one is dropped at the limit. */
export function markUsed({ world, write }: Call<unknown>, clientPublicKey: string): void {
  const id = clientPublicKey.toLowerCase();
  const used = usedClientKeys.in(world);
  if (used.get(id) !== undefined) return;
  const oldest = used.size >= world.settings.challengeLimit ? used.oldest() : undefined;
  if (oldest !== undefined) write.delete(usedClientKeys, oldest.id);
  write.insert(usedClientKeys, { id });
}

function addSession(
  scene: Scene,
  { id: authMethodId, accountId, type, nickname, credentialId }: CredentialRecord,
  publicKey: string,
): SessionRecord {
  const { clock, settings } = scene.world;
  return sessions.add(scene, {
    accountId,
    type,
    nickname,
    ...(credentialId === undefined ? {} : { credentialId }),
    expiresAt: iso(clock.now() + settings.choices.sessionLifetime),
    authMethodId,
    publicKey,
  });
}

/**
 * Opens a session for a credential. Its key is the client's own, if that is compressed; otherwise a new
 * one is sealed to the client key. Private keys are not stored.
 */
export async function openSession(
  call: Call<unknown>,
  credential: CredentialRecord,
  clientPublicKey: string,
): Promise<Result> {
  const { world } = call;
  if (isHeldKey(clientPublicKey)) {
    const own = addSession(call, credential, clientPublicKey.toLowerCase());
    markUsed(call, clientPublicKey);
    return { body: sessions.view(own, world) };
  }
  const { scalar, publicKey } = world.random.keyPair('session-key');
  const session = addSession(call, credential, publicKey);
  markUsed(call, clientPublicKey);
  const { scalar: ephemeralScalar } = world.random.keyPair('encapsulated-key');
  const sealed = await sealSessionKey(scalar, clientPublicKey, { ephemeralScalar });
  scalar.fill(0);
  return { body: { ...sessions.view(session, world), encryptedSessionSigningKey: sealed } };
}

/** A live session and its key, as if a sign-in had just ended. */
export interface SignedIn {
  /** The session, as the service lists it. */
  readonly session: AuthSession;
  /** Stamps payloads: pass it as the `stamper`. */
  readonly sessionKey: SessionKey;
}

/** The account the session belongs to. */
export interface SessionFields {
  /** The wallet, an account of the type `EMBEDDED_WALLET`. */
  readonly accountId: string;
  /** The credential that opened it; by default the account's first one. */
  readonly authMethodId?: string;
}

async function openedSession(scene: Scene, fields: SessionFields): Promise<SignedIn> {
  const { accountId, authMethodId } = fields;
  const { world } = scene;
  const credential = credentials
    .in(world)
    .find('accountId', accountId)
    .find(({ id }) => authMethodId === undefined || id === authMethodId);
  if (credential === undefined) {
    throw new FixtureError(
      `session: ${accountId} does not have the credential. Add a wallet first.`,
    );
  }
  const { scalar, publicKey } = world.random.keyPair('session-key');
  const { credentialId: _passkey, ...signer } = credential;
  const session = addSession(scene, signer, publicKey);
  const sessionKey = await importSessionKey(scalar);
  scalar.fill(0);
  return { session: sessions.view(session, world), sessionKey };
}

export const sessionFixture = neededFixture({
  short: { accountId: 'string', authMethodId: 'string' },
  needs: ['accountId'],
  add: openedSession,
});
