import type { AuthSession } from '@org/payments-contract';
import { importSessionKey, type SessionKey } from '@org/payments-crypto';
import { FixtureError, neededFixture } from '../../engine/resource/fixture.ts';
import type { Scene } from '../../world.ts';
import { credentials } from '../credentials/credentials.ts';
import { addSession } from './open-session.ts';
import { sessions } from './sessions.ts';

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

/** The fixture behind `mock.add.session`. */
export const sessionFixture = neededFixture({
  short: { accountId: 'string', authMethodId: 'string' },
  needs: ['accountId'],
  add: openedSession,
});
