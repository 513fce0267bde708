import { generateClientKey, generateHeldKey, heldSessionKey, sealCode } from '@org/payments-crypto';
import { createPaymentsClient } from '@org/payments-sdk';
import { describe, expect, test } from 'vitest';
import { open } from '../../test/support/api-test.ts';
import { passkeyScene } from '../../test/support/credentials.ts';
import { basicOf } from '../../test/support/open-mock.ts';
import { createMock } from '../index.ts';

const dialect = '2026-08';

async function world() {
  const mock = createMock({ dialect, strict: true, checkResponses: true });
  const payments = createPaymentsClient({ ...mock.connection, fetch: mock.fetch, dialect });
  const { account, credential } = mock.add.wallet();
  const { id } = credential;
  const target = async () => {
    const sent = await payments.credentials.challenge({ id });
    return 'otpEncryptionTargetBundle' in sent ? String(sent.otpEncryptionTargetBundle) : '';
  };
  const key = await generateHeldKey();
  const seal = (bundle: string, code = '000000') =>
    sealCode(bundle, { code, publicKey: key.publicKey }, { pinnedKey: mock.codeKey });
  const stamper = await heldSessionKey(key);
  const verify = (encryptedOtpBundle: string, signer = stamper) =>
    payments.credentials.verify({ id, type: 'EMAIL_OTP', encryptedOtpBundle }, { stamper: signer });
  return { mock, payments, account, credential, stamper, target, seal, verify };
}

test('rule 189: a sealed code opens a session of the key that was sealed with it, which is refreshed', async () => {
  const { mock, payments, stamper, target, seal, verify } = await world();
  const session = await verify(await seal(await target()));
  expect(session).not.toHaveProperty('encryptedSessionSigningKey');
  const [, first, second] = mock.requests;
  expect([first?.status, second?.status]).toEqual([202, 200]);
  expect(first?.requestBody).toEqual({ type: 'EMAIL_OTP', encryptedOtpBundle: '[redacted]' });
  const next = await generateHeldKey();
  const input = { id: session.id, clientPublicKey: next.publicKey };
  const refreshed = await payments.sessions.refresh(input, { stamper });
  expect(refreshed).not.toHaveProperty('encryptedSessionSigningKey');
  await payments.sessions.revoke({ id: session.id }, { stamper: await heldSessionKey(next) });
  await expect(payments.sessions.revoke({ id: refreshed.id }, { stamper })).rejects.toMatchObject({
    reason: 'Session revoked',
  });
});

test('rule 189: a new credential for codes has the key to seal the first code to', async () => {
  const { mock, payments, account, credential, stamper, seal } = await world();
  const accountId = account.id;
  const identity = { iss: 'https://id.example.com', sub: 'ada', aud: 'app' };
  const { id: authMethodId } = mock.add.credential({ accountId, type: 'OAUTH', identity });
  const { sessionKey } = await mock.add.session({ accountId, authMethodId });
  const signed = { stamper: sessionKey };
  await payments.credentials.revoke({ id: credential.id }, signed);
  const made: object = await payments.credentials.create({ accountId, type: 'EMAIL_OTP' }, signed);
  const { id, otpEncryptionTargetBundle: target } = made as { [name: string]: string };
  const encryptedOtpBundle = await seal(`${target}`);
  const input = { id: `${id}`, type: 'EMAIL_OTP', encryptedOtpBundle } as const;
  expect(await payments.credentials.verify(input as never, { stamper })).toMatchObject({
    type: 'EMAIL_OTP',
  });
});

test('rule 190: cards are changed by the platform alone, at once', async () => {
  const { mock, payments, account } = await world();
  const { id } = mock.add.card({ fundingSources: [account.id] });
  expect(await payments.cards.update({ id, state: 'FROZEN' })).toMatchObject({ state: 'FROZEN' });
  expect(await payments.cards.update.begin({ id, state: 'ACTIVE' })).toMatchObject({
    status: 'done',
    result: { state: 'ACTIVE' },
  });
  expect(payments.cards.update.dryRun({ id, state: 'CLOSED' }).signing).toBe('never');
  expect(mock.requests.map(({ status }) => status)).toEqual([200, 200]);
  // What no card may become, none becomes here.
  const [sources, foreign] = [[account.id], [mock.add.wallet().account.id]];
  const { id: closed } = mock.add.card({ fundingSources: sources, state: 'CLOSED' });
  const { id: pending } = mock.add.card({ fundingSources: sources, state: 'PENDING_KYC' });
  const active = { state: 'ACTIVE', fundingSources: sources } as const;
  for (const [input, status] of [
    [{ id: closed, state: 'ACTIVE' }, 409],
    [{ id: closed, fundingSources: sources }, 409],
    [{ id: pending, ...active }, 409],
    [{ id, fundingSources: foreign }, 400],
  ] as const) {
    await expect(payments.cards.update(input as never)).rejects.toMatchObject({ status });
  }
});

describe('attack', () => {
  test('rule 188: a sealed code is used once, and opens no second session', async () => {
    const { target, seal, verify } = await world();
    const sealed = await seal(await target());
    await verify(sealed);
    await expect(verify(sealed)).rejects.toMatchObject({ reason: 'No outstanding OTP challenge' });
  });

  test('rule 187: a code that was sealed to an earlier target does not open', async () => {
    const { target, seal, verify } = await world();
    const sealed = await seal(await target());
    await target();
    const message = 'does not open with the key of the last challenge';
    const issues = [{ path: 'encryptedOtpBundle', message }];
    await expect(verify(sealed)).rejects.toMatchObject({ code: 'INVALID_INPUT', issues });
  });

  test('another key than the sealed one stamps nothing, and a wrong or late code is refused', async () => {
    const { mock, target, seal, verify } = await world();
    const thief = await heldSessionKey(await generateHeldKey());
    await expect(verify(await seal(await target()), thief)).rejects.toMatchObject({
      reason: 'Signature is not by the key of the sealed code',
    });
    const wrong = seal(await target(), '111111');
    await expect(verify(await wrong)).rejects.toMatchObject({ reason: 'Invalid OTP code' });
    const late = await seal(await target());
    mock.clock.advance({ minutes: 60 });
    await expect(verify(late)).rejects.toMatchObject({ reason: 'OTP challenge expired' });
  });

  test('a client without the dialect gets an error that names it', async () => {
    const { payments, mock } = await world();
    const { connection, fetch } = mock;
    const older = createPaymentsClient({ ...connection, fetch });
    const { publicKey } = await generateClientKey();
    const { id } = mock.add.wallet().credential;
    const input = { id, type: 'EMAIL_OTP', otp: '000000', clientPublicKey: publicKey } as const;
    const message = expect.stringContaining('dialect 2026-08');
    const issue = expect.objectContaining({ path: 'encryptedOtpBundle', message });
    const issues = expect.arrayContaining([issue]);
    await expect(older.credentials.verify(input)).rejects.toMatchObject({ issues });
    await expect(payments.credentials.verify(input as never)).rejects.toMatchObject({ issues });
  });
});

test('decision D9: a sealed code is of an e-mail, and opens no credential of text messages', async () => {
  const { mock, account, target, seal } = await world();
  const { id } = mock.add.credential({ accountId: account.id, type: 'SMS_OTP' });
  const send = (type: string, encryptedOtpBundle: string) =>
    mock.fetch(`${mock.connection.baseUrl}/auth/credentials/${id}/verify`, {
      method: 'POST',
      headers: { authorization: basicOf(mock.connection), 'content-type': 'application/json' },
      body: JSON.stringify({ type, encryptedOtpBundle }),
    });
  for (const type of ['SMS_OTP', 'EMAIL_OTP']) {
    expect((await send(type, await seal(await target()))).status, type).toBe(400);
  }
});

test('rule 188: a live session of the wallet does not stamp a sealed code; only its own key does', async () => {
  const { mock, account, target, seal, verify } = await world();
  const { sessionKey } = await mock.add.session({ accountId: account.id });
  await expect(verify(await seal(await target()), sessionKey)).rejects.toMatchObject({
    reason: 'Signature is not by the key of the sealed code',
  });
});

test('rule 189: a passkey signs in as before, without a key to seal to', async () => {
  const api = await open({ dialect });
  const { challenge, verify, account } = await passkeyScene(api);
  const asked = await challenge();
  expect(asked).not.toHaveProperty('otpEncryptionTargetBundle');
  // It is the text that is signed.
  const text = Buffer.from(asked.challenge).toString('base64url');
  const opened = await verify({ ...asked, challenge: text });
  // To a key as before, which receives the key of the session.
  expect(opened).toMatchObject({
    ...{ status: 200, body: { type: 'PASSKEY', encryptedSessionSigningKey: expect.any(String) } },
  });
  const { body } = await api.send('GET', `/auth/credentials?accountId=${account.id}`);
  const idOf = (type: string) =>
    (body.data as { id: string; type: string }[]).find((one) => one.type === type)?.id ?? '';
  const [accountId, authMethodId] = [account.id, idOf('PASSKEY')];
  const { session, sessionKey } = await api.mock.add.session({ accountId, authMethodId });
  const { publicKey: clientPublicKey } = await generateHeldKey();
  const refresh = `/auth/sessions/${session.id}/refresh`;
  const held = await api.signed('POST', refresh, { clientPublicKey }, sessionKey);
  expect(held.status).toBe(201);
  expect(held.body).not.toHaveProperty('encryptedSessionSigningKey');
  const path = `/auth/credentials/${idOf('EMAIL_OTP')}`;
  const other = await api.send('POST', `${path}/verify`, { type: 'OAUTH', oidcToken: 'x' });
  expect(other.status).toBe(400);
});
