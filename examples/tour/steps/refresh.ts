import { generateClientKey, openSealedKey } from '@org/payments-crypto';
import { same } from '../expect.ts';
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
