import { generateClientKey, oauthNonce, openSealedKey } from '@org/payments-crypto';
import { createAuthenticator, createIdentityProvider } from '@org/payments-mock/testing';
import { expect, test } from 'vitest';
import { signIn, startPlatform } from '../support/platform.ts';
import { expectTwoLegs } from '../support/recordings.ts';

test('signing in by e-mail code sends the challenge without a body and the code with the client key', async () => {
  const platform = await startPlatform();
  const { payments, mock, wire, credential, account } = platform;
  const method = await payments.credentials.challenge({ id: credential });
  expect(method).toMatchObject({ id: credential, type: 'EMAIL_OTP', accountId: account });
  const { publicKey } = await generateClientKey();
  const otp = mock.outbox.at(-1)?.code ?? '';
  const session = await payments.credentials.verify({
    id: credential,
    type: 'EMAIL_OTP',
    otp,
    clientPublicKey: publicKey,
  });
  expect(session.id).toMatch(/^Session:/);
  expect(wire.requests.map(({ method, path }) => [method, path])).toEqual([
    ['POST', `/auth/credentials/${credential}/challenge`],
    ['POST', `/auth/credentials/${credential}/verify`],
  ]);
  const [challenge, verify] = wire.requests;
  expect(challenge?.body).toHaveLength(0);
  expect(JSON.parse(String(verify?.body))).toEqual({
    type: 'EMAIL_OTP',
    otp,
    clientPublicKey: publicKey,
  });
  for (const request of wire.requests) {
    expect(request.headers).not.toHaveProperty('service-wallet-signature');
    expect(request.headers).not.toHaveProperty('request-id');
  }
});

async function signedIn() {
  const platform = await startPlatform();
  const { sessionKey: stamper } = await signIn(platform);
  platform.wire.forget();
  return { ...platform, stamper };
}

async function withPasskey() {
  const platform = await signedIn();
  const authenticator = createAuthenticator({ seed: 'flows', origin: 'http://localhost' });
  const challenge = Buffer.from('a challenge of the backend').toString('base64url');
  const attestation = await authenticator.register({ challenge });
  const body = {
    accountId: platform.account,
    type: 'PASSKEY' as const,
    nickname: 'Laptop',
    challenge,
    attestation,
  };
  const passkey = await platform.payments.credentials.create(body, { stamper: platform.stamper });
  return { ...platform, authenticator, passkey, body };
}

test('a passkey is registered by two legs with identical bytes and the exact field names', async () => {
  const { wire, body, passkey } = await withPasskey();
  expectTwoLegs(wire.requests, { method: 'POST', path: '/auth/credentials', body });
  expect(Object.keys(body.attestation).sort()).toEqual([
    'attestationObject',
    'clientDataJson',
    'credentialId',
    'transports',
  ]);
  expect(passkey).toMatchObject({
    type: 'PASSKEY',
    nickname: 'Laptop',
    credentialId: body.attestation.credentialId,
  });
});

test('a passkey opens a session: the challenge request carries the client key, the verification the request id', async () => {
  const { payments, wire, authenticator, passkey, card } = await withPasskey();
  wire.forget();
  const clientKey = await generateClientKey();
  const request = await payments.credentials.challenge({
    id: passkey.id,
    clientPublicKey: clientKey.publicKey,
  });
  if (!('challenge' in request)) throw new Error('expected a challenge');
  const assertion = await authenticator.authenticate({
    challenge: request.challenge,
    allowCredentials: [{ id: passkey.credentialId ?? '' }],
  });
  const session = await payments.credentials.verify({
    id: passkey.id,
    type: 'PASSKEY',
    requestId: request.requestId,
    assertion,
  });
  const [challenge, verify] = wire.requests;
  expect(JSON.parse(String(challenge?.body))).toEqual({ clientPublicKey: clientKey.publicKey });
  expect(verify?.headers['request-id']).toBe(request.requestId);
  expect(JSON.parse(String(verify?.body))).toEqual({ type: 'PASSKEY', assertion });
  const sessionKey = await openSealedKey(session.encryptedSessionSigningKey, clientKey);
  const frozen = await payments.cards.update(
    { id: card, state: 'FROZEN' },
    { stamper: sessionKey },
  );
  expect(frozen.state).toBe('FROZEN');
});

test("a passkey for another origin is refused on the first leg, with the passkey's own code", async () => {
  const { payments, wire, account, stamper } = await signedIn();
  const elsewhere = createAuthenticator({
    seed: 'x',
    origin: 'https://evil.example',
    rpId: 'localhost',
  });
  const challenge = Buffer.from('a challenge').toString('base64url');
  const attestation = await elsewhere.register({ challenge });
  const call = payments.credentials.create(
    { accountId: account, type: 'PASSKEY', nickname: 'Laptop', challenge, attestation },
    { stamper },
  );
  await expect(call).rejects.toMatchObject({ code: 'UNAUTHORIZED', failedCheck: 'passkey' });
  expect(wire.requests).toHaveLength(1);
});

test('an OIDC identity is registered and opens sessions, each token bound to its client key', async () => {
  const { payments, mock, account, stamper, card } = await signedIn();
  const provider = createIdentityProvider({ clock: mock.clock });
  const credential = await payments.credentials.create(
    { accountId: account, type: 'OAUTH', oidcToken: provider.issue('ada') },
    { stamper },
  );
  expect(credential).toMatchObject({ type: 'OAUTH', nickname: 'ada@example.com' });
  const clientKey = await generateClientKey();
  const verify = (nonce: string) =>
    payments.credentials.verify({
      id: credential.id,
      type: 'OAUTH',
      oidcToken: provider.issue('ada', { nonce }),
      clientPublicKey: clientKey.publicKey,
    });
  const foreign = oauthNonce((await generateClientKey()).publicKey);
  await expect(verify(foreign)).rejects.toMatchObject({ failedCheck: 'oidc_token' });
  const session = await verify(oauthNonce(clientKey.publicKey));
  const sessionKey = await openSealedKey(session.encryptedSessionSigningKey, clientKey);
  await expect(
    payments.cards.update({ id: card, state: 'FROZEN' }, { stamper: sessionKey }),
  ).resolves.toMatchObject({ state: 'FROZEN' });
});
