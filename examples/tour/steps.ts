import { generateClientKey, oauthNonce, openSealedKey } from '@org/payments-crypto';
import { createAuthenticator, createIdentityProvider } from '@org/payments-mock/testing';
import { printingStamper, refused, type Stage, same, sessionKeyOf, TourFailure } from './stage.ts';

/** Turns wallet privacy on: one call, two requests, one signature. */
export async function walletPrivacy(stage: Stage): Promise<string> {
  const { payments, ids } = stage;
  const account = await payments.internalAccounts.update(
    { id: ids.account, privateEnabled: true },
    { stamper: printingStamper(stage) },
  );
  same('privateEnabled', account.privateEnabled, true);
  return 'wallet privacy is on';
}

/** Freezes, unfreezes and closes the card. */
export async function cardLife(stage: Stage): Promise<string> {
  const { payments, ids } = stage;
  const stamper = printingStamper(stage);
  for (const state of ['FROZEN', 'ACTIVE', 'CLOSED'] as const) {
    const card = await payments.cards.update({ id: ids.card, state }, { stamper });
    same('The state of the card', card.state, state);
  }
  return 'the card was frozen, unfrozen and closed';
}

async function begin(stage: Stage) {
  const { payments, ids } = stage;
  const step = await payments.internalAccounts.update.begin({
    id: ids.account,
    privateEnabled: true,
  });
  if (step.status !== 'challenge') throw new TourFailure('The service should ask for a signature.');
  return step;
}

/** Shows the refusals of a wrong stamp, a late one, and a forbidden transition. */
export async function refusals(stage: Stage): Promise<string> {
  const { payments, mock, print, ids } = stage;
  const { complete } = payments.internalAccounts.update;
  const sessionKey = sessionKeyOf(stage);

  print.line('   a stamp over other bytes:');
  const first = await begin(stage);
  const stampOfOther = await sessionKey.stamp(`${first.payloadToSign} `);
  await refused(print, complete(first, stampOfOther), {
    code: 'UNAUTHORIZED',
    failedCheck: 'stamp_mismatch',
  });

  print.line('   a challenge that has expired:');
  const second = await begin(stage);
  const stamp = await sessionKey.stamp(second.payloadToSign);
  mock.clock.set(second.expiresAt);
  print.note('clock', `moved to ${second.expiresAt}, when the challenge ends`);
  await refused(print, complete(second, stamp), {
    code: 'UNAUTHORIZED',
    failedCheck: 'challenge_expired',
  });

  print.line('   a closed card that is to be reactivated:');
  const call = payments.cards.update(
    { id: ids.card, state: 'ACTIVE' },
    { stamper: printingStamper(stage) },
  );
  await refused(print, call, { code: 'INVALID_STATE_TRANSITION' });
  return 'all three were refused, each with its own reason, and nothing was changed';
}

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
