import { sealSessionKey } from '@org/payments-crypto';
import { iso } from '../clock.ts';
import type { Answer, Call } from '../engine/behaviour.ts';
import type { CredentialRecord } from '../store/records.ts';
import { sessionView } from '../store/records.ts';
import { freshId } from './shared.ts';

const MINUTE = 60_000;

/**
 * Opens a session for a credential and seals its key to the client key. The private key is kept
 * nowhere.
 */
export async function openSession(
  { world, write }: Call<unknown>,
  credential: CredentialRecord,
  clientPublicKey: string,
): Promise<Answer> {
  const { scalar, publicKey } = world.random.keyPair('session-key');
  const now = world.clock.now();
  const { accountId, type, nickname, credentialId } = credential;
  const session = write.insert('sessions', {
    id: freshId(world, 'Session'),
    accountId,
    type,
    nickname,
    ...(credentialId === undefined ? {} : { credentialId }),
    createdAt: iso(now),
    updatedAt: iso(now),
    expiresAt: iso(now + world.settings.choices.sessionMinutes * MINUTE),
    authMethodId: credential.id,
    publicKey,
  });
  const keyId = clientPublicKey.toLowerCase();
  const { usedClientKeys } = world.store.tables;
  if (usedClientKeys.get(keyId) === undefined) {
    const oldest =
      usedClientKeys.size >= world.settings.challengeLimit ? usedClientKeys.oldest() : undefined;
    if (oldest !== undefined) write.delete('usedClientKeys', oldest.id);
    write.insert('usedClientKeys', { id: keyId });
  }
  const { scalar: ephemeralScalar } = world.random.keyPair('encapsulated-key');
  const sealed = await sealSessionKey(scalar, clientPublicKey, { ephemeralScalar });
  scalar.fill(0);
  return { body: { ...sessionView(session), encryptedSessionSigningKey: sealed } };
}
