import { generateClientKey } from '@org/payments-crypto';
import { same } from '../expect.ts';
import type { Stage } from '../stage.ts';

/** Signs in by e-mail code, for a session key that only this device can open. */
export async function signIn(stage: Stage): Promise<string> {
  const { payments, mock, device, print, ids } = stage;
  await payments.credentials.challenge({ id: ids.credential });
  const message = mock.outbox.at(-1);
  same('The address of the code', message?.to, 'ada@example.com');
  print.note('code', `${message?.code} was "sent" to ${message?.to}`);

  const clientKey = await generateClientKey();
  const session = await payments.credentials.verify({
    id: ids.credential,
    type: 'EMAIL_OTP',
    otp: message?.code ?? '',
    clientPublicKey: clientKey.publicKey,
  });
  device.clientKey = clientKey;
  device.sessionId = session.id;
  device.sealedKey = session.encryptedSessionSigningKey;
  print.note('session', `${session.id}, until ${session.expiresAt}`);
  return 'signed in';
}
