import { generateClientKey, openSealedKey } from '@org/payments-crypto';
import { createAuthenticator } from '@org/payments-mock/testing';
import { TourFailure } from '../expect.ts';
import { printingStamper, type Stage } from '../stage.ts';

/** A platform's backend creates the challenge of a registration itself. */
function registrationChallenge(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
}

/** Registers a passkey with the live session, and signs in with it. */
export async function passkey(stage: Stage): Promise<string> {
  const { payments, device, print, ids } = stage;
  const authenticator = createAuthenticator({ seed: 'tour', origin: 'http://localhost' });

  const challenge = registrationChallenge();
  const attestation = await authenticator.register({
    challenge,
    user: { id: 'YWRh' },
  });
  const credential = await payments.credentials.create(
    { accountId: ids.account, type: 'PASSKEY', nickname: "Ada's laptop", challenge, attestation },
    { stamper: printingStamper(stage) },
  );
  print.note('registered', `${credential.id}, "${credential.nickname}"`);

  const clientKey = await generateClientKey();
  const request = await payments.credentials.challenge({
    id: credential.id,
    clientPublicKey: clientKey.publicKey,
  });
  if (!('challenge' in request)) throw new TourFailure('The service should send a challenge.');
  const assertion = await authenticator.authenticate({
    challenge: request.challenge,
    allowCredentials: [{ id: credential.credentialId ?? '' }],
  });
  const session = await payments.credentials.verify({
    id: credential.id,
    type: 'PASSKEY',
    requestId: request.requestId,
    assertion,
  });
  device.sessionKey = await openSealedKey(session.encryptedSessionSigningKey, clientKey);
  device.sessionId = session.id;
  print.note('session', `${session.id}, by passkey`);
  return 'a passkey was registered with the session, and opened a new session';
}
