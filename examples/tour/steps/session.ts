import { generateClientKey, openSealedKey } from '@org/payments-crypto';
import { same, TourFailure } from '../expect.ts';
import { printingStamper, type Stage } from '../stage.ts';

/** Refreshes the session, and signs with the new key. */
export async function refreshSession(stage: Stage): Promise<string> {
  const { payments, device, print, ids } = stage;
  const before = device.sessionKey?.publicKey;
  const clientKey = await generateClientKey();
  const session = await payments.sessions.refresh(
    { id: device.sessionId ?? '', clientPublicKey: clientKey.publicKey },
    { stamper: printingStamper(stage) },
  );
  device.sessionKey = await openSealedKey(session.encryptedSessionSigningKey, clientKey);
  device.sessionId = session.id;
  same('Whether the key is a new one', device.sessionKey.publicKey !== before, true);
  print.note('new key', `${device.sessionKey.publicKey.slice(0, 24)}… of ${session.id}`);

  const account = await payments.internalAccounts.update(
    { id: ids.account, privateEnabled: false },
    { stamper: printingStamper(stage) },
  );
  same('privateEnabled', account.privateEnabled, false);
  return 'the session was refreshed, and its new key signs';
}

/** Opens the sealed session key with the client key of the sign-in; nothing is sent. */
export async function openKey({ device, print }: Stage): Promise<string> {
  const { sealedKey, clientKey } = device;
  if (sealedKey === undefined || clientKey === undefined) {
    throw new TourFailure('The sign-in returned nothing to open.');
  }
  print.note(
    'sealed',
    `${sealedKey.slice(0, 24)}… (${sealedKey.length} characters of base58check)`,
  );
  device.sessionKey = await openSealedKey(sealedKey, clientKey);
  print.note('opened', `session key ${device.sessionKey.publicKey.slice(0, 24)}…, not extractable`);
  return 'only the device holds the session key';
}

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
