import { generateClientKey, oauthNonce, openSealedKey } from '@org/payments-crypto';
import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import {
  identity,
  oidcToken,
  passkeyScene,
  registration,
} from '../../../test/support/credentials.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  idsOf,
  type OpenMock,
} from '../../../test/support/open-mock.ts';
import { createAuthenticator } from '../../testing/index.ts';

const path = '/auth/credentials';

test('rule 28: a wallet is provisioned with exactly one EMAIL_OTP credential', async (api) => {
  const customer = { customerType: 'INDIVIDUAL', email: 'ada@example.org', currencies: ['USDB'] };
  const { id } = (await api.send('POST', '/customers', customer)).body;
  const held = await api.send('GET', `/customers/internal-accounts?customerId=${id}`);
  const [accountId] = idsOf(held);
  const { body } = await api.send('GET', `${path}?accountId=${accountId}`);
  const own = { id: expect.stringMatching(/^AuthMethod:/), accountId, nickname: 'ada@example.org' };
  expect(body.data).toEqual([expect.objectContaining({ ...own, type: 'EMAIL_OTP' })]);
});

test('rule 119: a payload has what is registered, as the signing backend names it', async (api) => {
  const { account, customer } = await api.signIn();
  const owner = { customerId: customer.id, type: 'EMBEDDED_WALLET' } as const;
  const { id: accountId } = api.mock.add.internalAccount(owner);
  const userId = expect.stringMatching(/^[\da-f-]{36}$/);
  const signed = async (body: object) =>
    JSON.parse((await api.challenge('POST', path, body)).payloadToSign);
  expect(await signed({ type: 'EMAIL_OTP', accountId })).toMatchObject({
    type: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL',
    parameters: { userEmail: customer.email, userId },
  });
  const given = await registration(createAuthenticator(), account.id);
  const { transports: _none, ...plain } = given.attestation;
  const [usb, hybrid] = ['AUTHENTICATOR_TRANSPORT_USB', 'AUTHENTICATOR_TRANSPORT_HYBRID'];
  for (const [transports, named] of [
    [
      ['usb', 'hybrid'],
      [usb, hybrid],
    ],
    [],
  ]) {
    const { challenge, nickname: authenticatorName } = given;
    const attestation = { ...plain, ...(named && { transports: named }) };
    expect(await signed({ ...given, attestation: { ...plain, transports } })).toMatchObject({
      type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
      parameters: { authenticators: [{ attestation, authenticatorName, challenge }], userId },
    });
  }
});

test('rule 29: the token is not shown in a payload that describes the change', async () => {
  const api = await open({ payloads: 'described' });
  const { account } = await api.signIn();
  const token = oidcToken(api.mock);
  const body = { type: 'OAUTH', accountId: account.id, oidcToken: token };
  const challenge = await api.challenge('POST', path, body);
  expect(challenge.payloadToSign).not.toContain(token);
  expect(challenge).toMatchObject({ type: 'OAUTH' });
});

test('rule 30: an unknown account is 404, and one of nobody with an e-mail address has no code', async (api) => {
  const body = { type: 'EMAIL_OTP', accountId: 'InternalAccount:none' };
  expectRefused(await api.send('POST', path, body), 404, 'NOT_FOUND');
  const { id: customerId } = api.mock.add.customer({ email: undefined });
  for (const owner of [{ customerId }, {}]) {
    const { id } = api.mock.add.internalAccount({ ...owner, type: 'EMBEDDED_WALLET' });
    expectInvalid(await api.send('POST', path, { ...body, accountId: id }), 'accountId');
  }
});

test('rule 31: a second EMAIL_OTP is refused until the first one is removed, and then sends its code', async (api) => {
  const { account, customer, credential } = await api.signIn();
  const second = api.mock.add.credential({ accountId: account.id, type: 'OAUTH', identity });
  const { sessionKey } = await api.mock.add.session({
    accountId: account.id,
    authMethodId: second.id,
  });
  const body = { type: 'EMAIL_OTP', accountId: account.id };
  const refused = await api.send('POST', path, body);
  expectRefused(refused, 400, 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS');
  await api.signed('DELETE', `${path}/${credential.id}`, undefined, sessionKey);
  const again = await api.signed('POST', path, body, sessionKey);
  expect(again.status).toBe(201);
  expect(again.body).toMatchObject({ type: 'EMAIL_OTP', nickname: customer.email });
  const sent = { channel: 'email', to: customer.email, credentialId: again.body.id };
  expect(api.mock.outbox).toMatchObject([sent]);
  const { publicKey: clientPublicKey } = await generateClientKey();
  const proof = { type: 'EMAIL_OTP', otp: api.mock.outbox[0]?.code, clientPublicKey };
  expect((await api.send('POST', `${path}/${again.body.id}/verify`, proof)).status).toBe(200);
});

test('rule 31: SMS_OTP cannot be registered, and an account has at most one', async (api) => {
  const { account, customer } = await api.signIn(
    api.mock.add.customer({ phoneNumber: '+14155550123' }),
  );
  const fields = { accountId: account.id, type: 'SMS_OTP' };
  expectInvalid(await api.send('POST', path, fields), 'type');
  const credential = api.mock.add.credential(fields);
  expect(credential).toMatchObject({ type: 'SMS_OTP', nickname: customer.phoneNumber });
  for (const type of ['SMS_OTP', 'EMAIL_OTP']) {
    const again = () => api.mock.add.credential({ ...fields, type });
    expect(again).toThrow(`${type}_CREDENTIAL_ALREADY_EXISTS`);
  }
  const { body } = await api.send('GET', `${path}?accountId=${account.id}`);
  expect(body.data).toContainEqual(credential);
  await api.send('POST', `${path}/${credential.id}/challenge`);
  expect(api.mock.outbox).toMatchObject([{ channel: 'sms', to: customer.phoneNumber }]);
});

test('rule 34: nicknames depend on the type, and only passkeys have a credentialId', async (api) => {
  const { account, sessionKey, credential } = await api.signIn();
  const register = (claims: Record<string, unknown>) =>
    api.signed(
      'POST',
      path,
      { type: 'OAUTH', accountId: account.id, oidcToken: oidcToken(api.mock, claims) },
      sessionKey,
    );
  const oauth = await register({ email: 'claim@example.org' });
  const own = { type: 'OAUTH', accountId: account.id, nickname: 'claim@example.org' };
  expect(oauth).toMatchObject({ status: 201, body: own });
  expect(api.mock.outbox).toEqual([]);
  for (const body of [oauth.body, credential]) expect(body).not.toHaveProperty('credentialId');
});

// Text that is not base64url, JSON, an object, or UTF-8.
test.rows(['%', 'bm8', 'MQ', 'Ingi', 'bnVsbA', 'W10', 'eyJhIjoi_yJ9', undefined])(
  'rule 35: a token is three segments of which %s is not one of the first two: 400',
  async (api, segment) => {
    const { account } = await api.signIn();
    const token = oidcToken(api.mock);
    const [header, claims] = token.split('.');
    const broken = [`${segment}.${claims}.x`, `${header}.${segment}.x`];
    const counts = ['sandbox-valid-oidc-token', `${header}.${claims}`, `${token}.x`];
    for (const oidcToken of segment === undefined ? counts : broken) {
      const body = { type: 'OAUTH', accountId: account.id, oidcToken };
      expectInvalid(await api.send('POST', path, body), 'oidcToken');
    }
  },
);

test('rule 35: the signature segment is not checked', async (api) => {
  const { account } = await api.signIn();
  const [header, claims] = oidcToken(api.mock).split('.');
  for (const signature of ['', 'x', 'bm8']) {
    const token = `${header}.${claims}.${signature}`;
    const body = { type: 'OAUTH', accountId: account.id, oidcToken: token };
    expect((await api.send('POST', path, body)).status).toBe(202);
  }
});

test.rows([
  [{ iss: 'https://evil.example' }, 'oidcIssuer'],
  ...['https://accounts.google.com', 'accounts.google.com', 'https://appleid.apple.com'].map(
    (iss) => [{ iss }, undefined] as const,
  ),
  [{ iss: undefined }, 'oidcIssuer'],
  [{ aud: '' }, 'oidcAudience'],
  [{ aud: ['a', 'b'] }, 'oidcAudience'],
  [{ aud: [identity.aud] }, undefined],
  [{ sub: '' }, 'oidcSubject'],
  [{ sub: undefined }, 'oidcSubject'],
  [{ iat: '1' }, 'oidcIssuedAt'],
  [{ exp: undefined }, 'oidcExpiry'],
  [{ iat: -65 }, undefined],
  [{ iat: -66 }, 'oidcTooOld'],
  [{ iat: 5 }, undefined],
  [{ iat: 6 }, 'oidcFromFuture'],
  [{ exp: 1 }, undefined],
  [{ exp: 0 }, 'oidcExpired'],
] as const)('rule 36: the claims %j, numbers counted from now', async (api, given, reason) => {
  const { account } = await api.signIn();
  const claims = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === 'number' ? api.mock.clock.now() / 1000 + value : value,
  ]);
  const token = oidcToken(api.mock, Object.fromEntries(claims));
  const body = { type: 'OAUTH', accountId: account.id, oidcToken: token };
  const reply = await api.send('POST', path, body);
  if (reason === undefined) expect(reply.status).toBe(202);
  else expectUnauthorized(reply, reason);
});

test('rule 37: an identity is registered once on an account', async (api) => {
  const { account, sessionKey } = await api.signIn();
  const body = { type: 'OAUTH', accountId: account.id, oidcToken: oidcToken(api.mock) };
  await api.signed('POST', path, body, sessionKey);
  expectInvalid(await api.send('POST', path, body), 'oidcToken');
  for (const claims of [{ sub: 'user-2' }, { aud: 'other' }, { iss: 'accounts.google.com' }]) {
    const other = { ...body, oidcToken: oidcToken(api.mock, claims) };
    expect((await api.send('POST', path, other)).status).toBe(202);
  }
});

const credentialPath = (id: string) => `/auth/credentials/${id}`;

async function otpScene(api: OpenMock) {
  const { account, credential } = api.mock.add.wallet();
  const clientKey = await generateClientKey();
  const verify = (fields: Record<string, unknown> = {}) =>
    api.send('POST', `${credentialPath(credential.id)}/verify`, {
      type: 'EMAIL_OTP',
      otp: '000000',
      clientPublicKey: clientKey.publicKey,
      ...fields,
    });
  const challenge = () => api.send('POST', `${credentialPath(credential.id)}/challenge`);
  return { account, credential, clientKey, verify, challenge };
}

async function oauthScene(api: OpenMock, fields: object = { identity }) {
  const { account } = api.mock.add.wallet();
  const credential = api.mock.add.credential({ accountId: account.id, type: 'OAUTH', ...fields });
  const { publicKey } = await generateClientKey();
  const verify = (claims: Record<string, unknown> = {}, clientPublicKey = publicKey) =>
    api.send('POST', `${credentialPath(credential.id)}/verify`, {
      type: 'OAUTH',
      oidcToken: oidcToken(api.mock, { nonce: oauthNonce(publicKey), ...claims }),
      clientPublicKey,
    });
  return { account, credential, publicKey, verify };
}

test('rule 38: an e-mail challenge returns the AuthMethod and adds a code to the outbox', async (api) => {
  const { credential, challenge } = await otpScene(api);
  expect(api.mock.outbox).toEqual([]);
  const reply = await challenge();
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual(credential);
  expect(api.mock.outbox).toMatchObject([
    { channel: 'email', to: credential.nickname, credentialId: credential.id, code: '000000' },
  ]);
});

test('rule 40: an OAUTH challenge is 400', async (api) => {
  const { credential } = await oauthScene(api);
  expectInvalid(await api.send('POST', `${credentialPath(credential.id)}/challenge`), 'id');
});

test('rule 40: an unknown credential is 404, a differing type 400', async (api) => {
  const { verify, clientKey } = await otpScene(api);
  const body = { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: clientKey.publicKey };
  for (const step of ['challenge', 'verify']) {
    const reply = await api.send('POST', `${credentialPath('AuthMethod:no')}/${step}`, body);
    expect(reply.status, step).toBe(step === 'verify' ? 404 : 400);
  }
  const none = await api.send('POST', `${credentialPath('AuthMethod:no')}/challenge`);
  expectRefused(none, 404, 'NOT_FOUND');
  const token = { type: 'OAUTH', otp: undefined, oidcToken: oidcToken(api.mock) };
  expectInvalid(await verify(token), 'type');
});

test('rule 41: 000000 is accepted, any other code is 401 Invalid OTP code', async (api) => {
  const { verify, challenge } = await otpScene(api);
  await challenge();
  for (const otp of ['111111', '00000', '0000000']) {
    const refused = await verify({ otp });
    expectUnauthorized(refused, 'invalidOtp');
    expect(refused.body.reason).toBe('Invalid OTP code');
  }
  expect((await verify()).status).toBe(200);
});

test('rule 42: a code is valid once, and only after a challenge', async (api) => {
  const { verify, challenge } = await otpScene(api);
  expectUnauthorized(await verify(), 'noOutstandingOtp');
  await challenge();
  expect((await verify()).status).toBe(200);
  expectUnauthorized(await verify(), 'noOutstandingOtp');
  await challenge();
  expect((await verify()).status).toBe(200);
});

test('rule 42: a code that was sent to the address before opens nothing after its change', async (api) => {
  const { customer, credential, sessionKey } = await api.signIn();
  await api.send('POST', `${credentialPath(credential.id)}/challenge`);
  const { publicKey: clientPublicKey } = await generateClientKey();
  const changed = { email: 'new@example.com' };
  await api.signed('PATCH', `/customers/${customer.id}`, changed, sessionKey);
  const proof = { type: 'EMAIL_OTP', otp: '000000', clientPublicKey };
  const late = await api.send('POST', `${credentialPath(credential.id)}/verify`, proof);
  expectUnauthorized(late, 'noOutstandingOtp');
});

test('rule 42: a code expires', async (api) => {
  const { verify, challenge } = await otpScene(api);
  await challenge();
  api.mock.clock.advance({ minutes: 5 });
  expectUnauthorized(await verify(), 'otpExpired');
  api.mock.clock.advance({ milliseconds: -1 });
  expect((await verify()).status).toBe(200);
});

test.rows([
  ['compressed', `02${'1'.repeat(64)}`],
  ['too short', `04${'1'.repeat(127)}`],
  ['no hex', `04${'g'.repeat(128)}`],
  ['off the curve', `04${'1'.repeat(128)}`],
])('rule 43: a client key that is %s is 400', async (api, _case, clientPublicKey) => {
  const { verify, challenge } = await otpScene(api);
  await challenge();
  expectInvalid(await verify({ clientPublicKey }), 'clientPublicKey');
});

test('rule 43: hex is accepted in either letter case', async (api) => {
  const { verify, challenge, clientKey } = await otpScene(api);
  await challenge();
  const clientPublicKey = clientKey.publicKey.toUpperCase();
  const { status, body } = await verify({ clientPublicKey });
  expect(status).toBe(200);
  await openSealedKey(String(body.encryptedSessionSigningKey), clientKey);
});

test('rule 44: a reused client key is noted, and refused in strict mode', async () => {
  for (const strict of [false, true]) {
    const api = await open({ strict });
    const { verify, challenge, clientKey } = await otpScene(api);
    for (const use of [1, 2]) {
      await challenge();
      const reply = await verify({ clientPublicKey: clientKey.publicKey });
      if (strict && use === 2) expectInvalid(reply, 'clientPublicKey');
      else expect(reply.status).toBe(200);
      const { notes = [] } = api.mock.requests.at(-1) ?? {};
      expect(notes.length).toBe(!strict && use === 2 ? 1 : 0);
    }
  }
});

test('rule 45: a fresh token of the registered identity signs in without a challenge', async (api) => {
  const { verify, account } = await oauthScene(api);
  const reply = await verify();
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({ type: 'OAUTH', accountId: account.id });
  api.mock.clock.advance({ hours: 1 });
  expect((await verify()).status).toBe(200);
});

test.rows([
  [{ iss: 'accounts.google.com' }, 'oidcOtherIssuer'],
  [{ aud: 'another-client' }, 'oidcOtherAudience'],
  [{ sub: 'user-2' }, 'oidcOtherSubject'],
  [{ nonce: undefined }, 'oidcNonce'],
  [{ nonce: 'abc' }, 'oidcNonce'],
  [{ iss: 'https://evil.example' }, 'oidcIssuer'],
  [{ exp: 1 }, 'oidcExpired'],
  [{ iat: 1 }, 'oidcTooOld'],
] as const)('rule 45: the claims %j are 401', async (api, claims, reason) => {
  const { verify } = await oauthScene(api);
  expectUnauthorized(await verify(claims), reason);
});

test('rule 45: no token is one of a credential whose identity is not known', async (api) => {
  expectUnauthorized(await (await oauthScene(api, {})).verify(), 'oidcOtherIssuer');
});

test('rule 45: the nonce hashes the exact text of the key', async (api) => {
  const { verify, publicKey } = await oauthScene(api);
  const upper = `04${publicKey.slice(2).toUpperCase()}`;
  expectUnauthorized(await verify({}, upper), 'oidcNonce');
  expect((await verify({ nonce: oauthNonce(upper) }, upper)).status).toBe(200);
});

test('rule 50: the sealed key opens, and its stamps are accepted', async (api) => {
  const { account, verify, challenge, clientKey } = await otpScene(api);
  await challenge();
  const { status, body } = await verify();
  expect(status).toBe(200);
  expect(body.id).toMatch(/^Session:/);
  expect(Date.parse(String(body.expiresAt))).toBe(api.mock.clock.now() + 15 * 60_000);
  const sessionKey = await openSealedKey(String(body.encryptedSessionSigningKey), clientKey);
  const path = `/internal-accounts/${account.id}`;
  const reply = await api.signed('PATCH', path, { privateEnabled: true }, sessionKey);
  expect(reply.status).toBe(200);
});

test('rule 54: a credential of any type is removed by its owner alone', async (api) => {
  const { account, passkey, sessionKey } = await passkeyScene(api);
  const oauth = { type: 'OAUTH', accountId: account.id, oidcToken: oidcToken(api.mock) };
  await api.signed('POST', '/auth/credentials', oauth, sessionKey);
  const list = async () =>
    (await api.send('GET', `/auth/credentials?accountId=${account.id}`)).body.data as {
      id: string;
      type: string;
    }[];
  const before = await list();
  expect(before.map(({ type }) => type).sort()).toEqual(['EMAIL_OTP', 'OAUTH', 'PASSKEY']);
  expect(before.map(({ id }) => id)).toContain(passkey.id);
  for (const { id, type } of before) {
    expect(await api.challenge('DELETE', `/auth/credentials/${id}`)).toMatchObject({ type });
  }
  expect(await list()).toEqual(before);
});
