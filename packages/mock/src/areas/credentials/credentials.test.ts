import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  openLab,
} from '../../../test/lab/lab.ts';
import { identity, oidcToken } from '../../../test/lab/oidc.ts';

const path = '/auth/credentials';

rules('credentials', (door) => {
  test('rule 28: a wallet is provisioned with exactly one EMAIL_OTP credential', async () => {
    const lab = await openLab(door);
    const { email, id: customerId } = lab.mock.add.customer({ email: 'ada@example.org' });
    const { account, credential } = lab.mock.add.wallet({ customerId });
    const { body } = await lab.send('GET', `${path}?accountId=${account.id}`);
    expect(body.data).toEqual([credential]);
    expect(credential).toMatchObject({ type: 'EMAIL_OTP', nickname: email });
    expect(credential.id).toMatch(/^AuthMethod:/);
  });

  test('rule 29: registering is 202, then 201 with an AuthMethod', async () => {
    const lab = await openLab(door);
    const { account, sessionKey } = await lab.signIn();
    const body = { type: 'OAUTH', accountId: account.id, oidcToken: oidcToken(lab.mock) };
    const reply = await lab.signed('POST', path, body, sessionKey);
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ type: 'OAUTH', accountId: account.id });
    const { body: all } = await lab.send('GET', `${path}?accountId=${account.id}`);
    expect(all.data).toHaveLength(2);
  });

  test('rule 29: the token is not shown in a payload that describes the change', async () => {
    const lab = await openLab(door, { payloads: 'described' });
    const { account } = await lab.signIn();
    const token = oidcToken(lab.mock);
    const body = { type: 'OAUTH', accountId: account.id, oidcToken: token };
    const challenge = await lab.challenge('POST', path, body);
    expect(challenge.payloadToSign).not.toContain(token);
    expect(challenge).toMatchObject({ type: 'OAUTH' });
  });

  test.each([
    [{ type: 'SMS_OTP' }, ['type']],
    [{ type: 'OAUTH' }, ['oidcToken']],
    [{ type: 'PASSKEY' }, ['challenge', 'nickname', 'attestation']],
    [{}, ['type']],
  ])('rule 30: %j is 400', async (fields, bad) => {
    const lab = await openLab(door);
    const { account } = await lab.signIn();
    expectInvalid(await lab.send('POST', path, { accountId: account.id, ...fields }), ...bad);
  });

  test('rule 30: an unknown account is 404', async () => {
    const lab = await openLab(door);
    const body = { type: 'EMAIL_OTP', accountId: 'InternalAccount:none' };
    expectRefused(await lab.send('POST', path, body), 404, 'NOT_FOUND');
  });

  test('rule 31: a second EMAIL_OTP is refused until the first one is removed', async () => {
    const lab = await openLab(door);
    const { account, customer, credential } = await lab.signIn();
    const second = lab.mock.add.credential({ accountId: account.id, type: 'OAUTH', identity });
    const { sessionKey } = await lab.mock.add.session({
      accountId: account.id,
      authMethodId: second.id,
    });
    const body = { type: 'EMAIL_OTP', accountId: account.id };
    const refused = await lab.send('POST', path, body);
    expectRefused(refused, 400, 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS');
    await lab.signed('DELETE', `${path}/${credential.id}`, undefined, sessionKey);
    const again = await lab.signed('POST', path, body, sessionKey);
    expect(again.status).toBe(201);
    expect(again.body).toMatchObject({ type: 'EMAIL_OTP', nickname: customer.email });
  });

  test('rule 31: a second EMAIL_OTP is refused on leg 2 too', async () => {
    const lab = await openLab(door);
    const { account, credential } = await lab.signIn();
    const other = lab.mock.add.credential({ accountId: account.id, type: 'OAUTH', identity });
    const { sessionKey } = await lab.mock.add.session({
      accountId: account.id,
      authMethodId: other.id,
    });
    await lab.signed('DELETE', `${path}/${credential.id}`, undefined, sessionKey);
    const body = { type: 'EMAIL_OTP', accountId: account.id };
    const challenge = await lab.challenge('POST', path, body);
    expect((await lab.signed('POST', path, body, sessionKey)).status).toBe(201);
    const late = await lab.answer('POST', path, body, challenge, sessionKey);
    expectRefused(late, 400, 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS');
  });

  test('rule 31: SMS_OTP cannot be registered, and an account has at most one', async () => {
    const lab = await openLab(door);
    const { account, customer } = await lab.signIn(
      lab.mock.add.customer({ phoneNumber: '+14155550123' }),
    );
    const fields = { accountId: account.id, type: 'SMS_OTP' };
    expectInvalid(await lab.send('POST', path, fields), 'type');
    const credential = lab.mock.add.credential(fields);
    expect(credential).toMatchObject({ type: 'SMS_OTP', nickname: customer.phoneNumber });
    expect(() => lab.mock.add.credential(fields)).toThrow('SMS_OTP_CREDENTIAL_ALREADY_EXISTS');
    const { body } = await lab.send('GET', `${path}?accountId=${account.id}`);
    expect(body.data).toContainEqual(credential);
    await lab.send('POST', `${path}/${credential.id}/challenge`);
    expect(lab.mock.outbox).toMatchObject([{ channel: 'sms', to: customer.phoneNumber }]);
  });

  test('rule 34: nicknames depend on the type, and only passkeys have a credentialId', async () => {
    const lab = await openLab(door);
    const { account, sessionKey, credential } = await lab.signIn();
    const register = (claims: Record<string, unknown>) =>
      lab.signed(
        'POST',
        path,
        { type: 'OAUTH', accountId: account.id, oidcToken: oidcToken(lab.mock, claims) },
        sessionKey,
      );
    const oauth = await register({ email: 'claim@example.org' });
    expect(oauth.body).toMatchObject({ nickname: 'claim@example.org' });
    for (const body of [oauth.body, credential]) expect(body).not.toHaveProperty('credentialId');
  });

  test.each(['sandbox-valid-oidc-token', 'one.two', 'bm8.bm8.bm8', `${btoa('[]')}.e30.x`])(
    'rule 35: %s is not a token: 400',
    async (token) => {
      const lab = await openLab(door);
      const { account } = await lab.signIn();
      const body = { type: 'OAUTH', accountId: account.id, oidcToken: token };
      expectInvalid(await lab.send('POST', path, body), 'oidcToken');
    },
  );

  test('rule 35: the signature segment is not checked', async () => {
    const lab = await openLab(door);
    const { account } = await lab.signIn();
    const [header, claims] = oidcToken(lab.mock).split('.');
    for (const signature of ['', 'x', 'bm8']) {
      const token = `${header}.${claims}.${signature}`;
      const body = { type: 'OAUTH', accountId: account.id, oidcToken: token };
      expect((await lab.send('POST', path, body)).status).toBe(202);
    }
  });

  test.each([
    [{ iss: 'https://evil.example' }, 'oidcIssuer'],
    [{ iss: undefined }, 'oidcIssuer'],
    [{ aud: '' }, 'oidcAudience'],
    [{ aud: ['a', 'b'] }, 'oidcAudience'],
    [{ sub: '' }, 'oidcSubject'],
    [{ sub: undefined }, 'oidcSubject'],
    [{ iat: '1' }, 'oidcIssuedAt'],
    [{ exp: undefined }, 'oidcExpiry'],
  ] as const)('rule 36: the claims %j are 401', async (claims, reason) => {
    const lab = await openLab(door);
    const { account } = await lab.signIn();
    const token = oidcToken(lab.mock, claims);
    const body = { type: 'OAUTH', accountId: account.id, oidcToken: token };
    expectUnauthorized(await lab.send('POST', path, body), reason);
  });

  test.each([
    [-65, undefined],
    [-66, 'oidcTooOld'],
    [5, undefined],
    [6, 'oidcFromFuture'],
  ] as const)('rule 36: a token issued %i seconds from now', async (seconds, reason) => {
    const lab = await openLab(door);
    const { account } = await lab.signIn();
    const iat = lab.mock.clock.now() / 1000 + seconds;
    const body = {
      type: 'OAUTH',
      accountId: account.id,
      oidcToken: oidcToken(lab.mock, { iat }),
    };
    const reply = await lab.send('POST', path, body);
    if (reason === undefined) expect(reply.status).toBe(202);
    else expectUnauthorized(reply, reason);
  });

  test.each([
    [1, undefined],
    [0, 'oidcExpired'],
  ] as const)('rule 36: a token that expires %i seconds from now', async (seconds, reason) => {
    const lab = await openLab(door);
    const { account } = await lab.signIn();
    const exp = lab.mock.clock.now() / 1000 + seconds;
    const token = oidcToken(lab.mock, { exp, aud: [identity.aud] });
    const body = { type: 'OAUTH', accountId: account.id, oidcToken: token };
    const reply = await lab.send('POST', path, body);
    if (reason === undefined) expect(reply.status).toBe(202);
    else expectUnauthorized(reply, reason);
  });

  test('rule 37: an identity is registered once on an account', async () => {
    const lab = await openLab(door);
    const { account, sessionKey } = await lab.signIn();
    const body = { type: 'OAUTH', accountId: account.id, oidcToken: oidcToken(lab.mock) };
    await lab.signed('POST', path, body, sessionKey);
    expectInvalid(await lab.send('POST', path, body), 'oidcToken');
    const other = { ...body, oidcToken: oidcToken(lab.mock, { sub: 'user-2' }) };
    expect((await lab.send('POST', path, other)).status).toBe(202);
  });
});
