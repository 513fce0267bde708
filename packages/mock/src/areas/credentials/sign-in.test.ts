import { generateClientKey, oauthNonce, openSealedKey } from '@org/payments-crypto';
import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  type Lab,
  openLab,
} from '../../../test/lab/lab.ts';
import { identity, oidcToken } from '../../../test/lab/oidc.ts';

const credentialPath = (id: string) => `/auth/credentials/${id}`;

async function otpScene(lab: Lab) {
  const { account, credential } = lab.mock.add.wallet();
  const clientKey = await generateClientKey();
  const verify = (fields: Record<string, unknown> = {}) =>
    lab.send('POST', `${credentialPath(credential.id)}/verify`, {
      type: 'EMAIL_OTP',
      otp: '000000',
      clientPublicKey: clientKey.publicKey,
      ...fields,
    });
  const challenge = () => lab.send('POST', `${credentialPath(credential.id)}/challenge`);
  return { account, credential, clientKey, verify, challenge };
}

async function oauthScene(lab: Lab) {
  const { account } = lab.mock.add.wallet();
  const credential = lab.mock.add.credential({ accountId: account.id, type: 'OAUTH', identity });
  const { publicKey } = await generateClientKey();
  const verify = (claims: Record<string, unknown> = {}, clientPublicKey = publicKey) =>
    lab.send('POST', `${credentialPath(credential.id)}/verify`, {
      type: 'OAUTH',
      oidcToken: oidcToken(lab.mock, { nonce: oauthNonce(publicKey), ...claims }),
      clientPublicKey,
    });
  return { account, credential, publicKey, verify };
}

rules('challenge and verify', (door) => {
  test('rule 38: an e-mail challenge returns the AuthMethod and adds a code to the outbox', async () => {
    const lab = await openLab(door);
    const { credential, challenge } = await otpScene(lab);
    expect(lab.mock.outbox).toEqual([]);
    const reply = await challenge();
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(credential);
    expect(lab.mock.outbox).toMatchObject([
      { channel: 'email', to: credential.nickname, credentialId: credential.id, code: '000000' },
    ]);
  });

  test('rule 40: an OAUTH challenge is 400', async () => {
    const lab = await openLab(door);
    const { credential } = await oauthScene(lab);
    expectInvalid(await lab.send('POST', `${credentialPath(credential.id)}/challenge`), 'id');
  });

  test('rule 40: an unknown credential is 404, a differing type 400', async () => {
    const lab = await openLab(door);
    const { verify, clientKey } = await otpScene(lab);
    const body = { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: clientKey.publicKey };
    for (const step of ['challenge', 'verify']) {
      const reply = await lab.send('POST', `${credentialPath('AuthMethod:no')}/${step}`, body);
      expect(reply.status, step).toBe(step === 'verify' ? 404 : 400);
    }
    const none = await lab.send('POST', `${credentialPath('AuthMethod:no')}/challenge`);
    expectRefused(none, 404, 'NOT_FOUND');
    const token = { type: 'OAUTH', otp: undefined, oidcToken: oidcToken(lab.mock) };
    expectInvalid(await verify(token), 'type');
  });

  test('rule 41: 000000 is accepted, any other code is 401 Invalid OTP code', async () => {
    const lab = await openLab(door);
    const { verify, challenge } = await otpScene(lab);
    await challenge();
    for (const otp of ['111111', '00000', '0000000']) {
      const refused = await verify({ otp });
      expectUnauthorized(refused, 'invalidOtp');
      expect(refused.body.reason).toBe('Invalid OTP code');
    }
    expect((await verify()).status).toBe(200);
  });

  test('rule 42: a code is valid once, and only after a challenge', async () => {
    const lab = await openLab(door);
    const { verify, challenge } = await otpScene(lab);
    expectUnauthorized(await verify(), 'noOutstandingOtp');
    await challenge();
    expect((await verify()).status).toBe(200);
    expectUnauthorized(await verify(), 'noOutstandingOtp');
    await challenge();
    expect((await verify()).status).toBe(200);
  });

  test('rule 42: a code expires', async () => {
    const lab = await openLab(door);
    const { verify, challenge } = await otpScene(lab);
    await challenge();
    lab.mock.clock.advance({ minutes: 5 });
    expectUnauthorized(await verify(), 'otpExpired');
    lab.mock.clock.advance({ milliseconds: -1 });
    expect((await verify()).status).toBe(200);
  });

  test.each([
    ['compressed', `02${'1'.repeat(64)}`],
    ['too short', `04${'1'.repeat(127)}`],
    ['no hex', `04${'g'.repeat(128)}`],
    ['off the curve', `04${'1'.repeat(128)}`],
  ])('rule 43: a client key that is %s is 400', async (_case, clientPublicKey) => {
    const lab = await openLab(door);
    const { verify, challenge } = await otpScene(lab);
    await challenge();
    expectInvalid(await verify({ clientPublicKey }), 'clientPublicKey');
  });

  test('rule 43: hex is accepted in either letter case', async () => {
    const lab = await openLab(door);
    const { verify, challenge, clientKey } = await otpScene(lab);
    await challenge();
    const clientPublicKey = clientKey.publicKey.toUpperCase();
    const { status, body } = await verify({ clientPublicKey });
    expect(status).toBe(200);
    await openSealedKey(String(body.encryptedSessionSigningKey), clientKey);
  });

  test('rule 44: a reused client key is noted, and refused in strict mode', async () => {
    for (const strict of [false, true]) {
      const lab = await openLab(door, { strict });
      const { verify, challenge, clientKey } = await otpScene(lab);
      for (const use of [1, 2]) {
        await challenge();
        const reply = await verify({ clientPublicKey: clientKey.publicKey });
        if (strict && use === 2) expectInvalid(reply, 'clientPublicKey');
        else expect(reply.status).toBe(200);
        const { notes = [] } = lab.mock.requests.at(-1) ?? {};
        expect(notes.length).toBe(!strict && use === 2 ? 1 : 0);
      }
    }
  });

  test('rule 45: a fresh token of the registered identity signs in without a challenge', async () => {
    const lab = await openLab(door);
    const { verify, account } = await oauthScene(lab);
    const reply = await verify();
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ type: 'OAUTH', accountId: account.id });
    lab.mock.clock.advance({ hours: 1 });
    expect((await verify()).status).toBe(200);
  });

  test.each([
    [{ iss: 'accounts.google.com' }, 'oidcOtherIssuer'],
    [{ aud: 'another-client' }, 'oidcOtherAudience'],
    [{ sub: 'user-2' }, 'oidcOtherSubject'],
    [{ nonce: undefined }, 'oidcNonce'],
    [{ nonce: 'abc' }, 'oidcNonce'],
    [{ iss: 'https://evil.example' }, 'oidcIssuer'],
    [{ exp: 1 }, 'oidcExpired'],
    [{ iat: 1 }, 'oidcTooOld'],
  ] as const)('rule 45: the claims %j are 401', async (claims, reason) => {
    const lab = await openLab(door);
    const { verify } = await oauthScene(lab);
    expectUnauthorized(await verify(claims), reason);
  });

  test('rule 45: the nonce hashes the exact text of the key', async () => {
    const lab = await openLab(door);
    const { verify, publicKey } = await oauthScene(lab);
    const upper = `04${publicKey.slice(2).toUpperCase()}`;
    expectUnauthorized(await verify({}, upper), 'oidcNonce');
    expect((await verify({ nonce: oauthNonce(upper) }, upper)).status).toBe(200);
  });

  test('rule 45: text that is not a token is 400', async () => {
    const lab = await openLab(door);
    const { credential, publicKey } = await oauthScene(lab);
    const body = { type: 'OAUTH', oidcToken: 'literal', clientPublicKey: publicKey };
    const reply = await lab.send('POST', `${credentialPath(credential.id)}/verify`, body);
    expectInvalid(reply, 'oidcToken');
  });

  test('rule 50: the sealed key opens, and its stamps are accepted', async () => {
    const lab = await openLab(door);
    const { account, verify, challenge, clientKey } = await otpScene(lab);
    await challenge();
    const { status, body } = await verify();
    expect(status).toBe(200);
    expect(body.id).toMatch(/^Session:/);
    expect(Date.parse(String(body.expiresAt))).toBe(lab.mock.clock.now() + 15 * 60_000);
    const sessionKey = await openSealedKey(String(body.encryptedSessionSigningKey), clientKey);
    const path = `/internal-accounts/${account.id}`;
    const reply = await lab.signed('PATCH', path, { privateEnabled: true }, sessionKey);
    expect(reply.status).toBe(200);
  });

  test('rule 50: neither the state nor the log contains the session key', async () => {
    const lab = await openLab(door);
    const { verify, challenge } = await otpScene(lab);
    await challenge();
    const sealed = String((await verify()).body.encryptedSessionSigningKey);
    expect(JSON.stringify(lab.mock.snapshot())).not.toContain(sealed);
    expect(JSON.stringify(lab.mock.requests)).not.toContain(sealed);
    expect(JSON.stringify(lab.mock.requests)).not.toContain('"000000"');
  });
});
