import { sealSessionKey } from '@org/payments-crypto';
import { iso } from '../../clock.ts';
import type { Call, Result } from '../../engine/behaviour.ts';
import type { Scene } from '../../world.ts';
import type { CredentialRecord } from '../credentials/credentials.ts';
import { markUsed } from './client-keys.ts';
import { type SessionRecord, sessions } from './sessions.ts';

/** Adds a live session of a credential. */
export function addSession(
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
 * Opens a session for a credential and seals its key to the client key. The private key is not
 * stored.
 */
export async function openSession(
  call: Call<unknown>,
  credential: CredentialRecord,
  clientPublicKey: string,
): Promise<Result> {
  const { world } = call;
  const { scalar, publicKey } = world.random.keyPair('session-key');
  const session = addSession(call, credential, publicKey);
  markUsed(call, clientPublicKey);
  const { scalar: ephemeralScalar } = world.random.keyPair('encapsulated-key');
  const sealed = await sealSessionKey(scalar, clientPublicKey, { ephemeralScalar });
  scalar.fill(0);
  return { body: { ...sessions.view(session, world), encryptedSessionSigningKey: sealed } };
}
