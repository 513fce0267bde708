import { generateClientKey, oauthNonce, openSealedKey } from '@org/payments-crypto';
import { createIdentityProvider } from '@org/payments-mock/testing';
import { same } from '../expect.ts';
import { printingStamper, type Stage } from '../stage.ts';

/** Registers an OIDC identity, and signs in with a token that is bound to the client key. */
export async function oauth(stage: Stage): Promise<string> {
  const { payments, mock, device, print, ids } = stage;
  const provider = createIdentityProvider({ clock: mock.clock });
  const email = 'ada@example.com';
  const credential = await payments.credentials.create(
    { accountId: ids.account, type: 'OAUTH', oidcToken: provider.issue('ada', { email }) },
    { stamper: printingStamper(stage) },
  );
  same('The nickname', credential.nickname, email);

  const clientKey = await generateClientKey();
  const nonce = oauthNonce(clientKey.publicKey);
  print.note('nonce', `${nonce.slice(0, 24)}… binds the token to the client key`);
  const session = await payments.credentials.verify({
    id: credential.id,
    type: 'OAUTH',
    oidcToken: provider.issue('ada', { email, nonce }),
    clientPublicKey: clientKey.publicKey,
  });
  device.sessionKey = await openSealedKey(session.encryptedSessionSigningKey, clientKey);
  device.sessionId = session.id;
  print.note('session', `${session.id}, by OIDC token`);
  return 'the identity was registered, and its token opened a session';
}
