import { bytesToBase64url } from '@org/payments-crypto';
import { expect, test } from 'vitest';
import { duringCheck } from '../../../test/support/credentials.ts';
import { expectInvalid, expectRefused } from '../../../test/support/open-mock.ts';
import { code, number, scaScene } from '../../../test/support/strong-authentication.ts';
import { createAuthenticator } from '../../testing/index.ts';

test('rule 141: outside strict mode the code of the sandbox is that of an app too, and no other one', async () => {
  const { logIn, send } = await scaScene();
  const { secret } = (await send('POST', 'factors', { type: 'TOTP' })).body;
  const confirm = (given: string) =>
    send('POST', 'factors/confirm', { type: 'TOTP', secret, code: given });
  expectInvalid(await confirm('000001'), 'code');
  expect((await confirm(code)).status).toBe(200);
  expectInvalid(await logIn('TOTP', { code: '000001' }), 'code');
  expect((await logIn('TOTP')).status).toBe(200);
});

test('rule 142: the enrollment of a passkey has the options of its creation', async () => {
  const { customer, send } = await scaScene();
  const { body } = await send('POST', 'factors', { type: 'PASSKEY' });
  const { id, platformCustomerId: name } = customer;
  const relyingPartyId = 'localhost';
  expect(body).toEqual({
    type: 'PASSKEY',
    options: {
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rp: { id: relyingPartyId, name: 'Payments' },
      user: { id: bytesToBase64url(new TextEncoder().encode(id)), name, displayName: name },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    },
    allowedOrigins: ['http://localhost:*', 'https://localhost:*'],
    relyingPartyId,
  });
});

test('rule 142: a customer has one passkey and one app, of which a new one replaces the one before', async () => {
  const scene = await scaScene({ strict: true }, number);
  const { codeOf, enrollApp, logIn, newPasskey, send } = scene;
  const passkey = await newPasskey();
  const confirm = () => send('POST', 'factors/confirm', passkey);
  const replies = await Promise.all([confirm(), confirm()]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const secrets = [(await enrollApp()).secret, (await enrollApp()).secret];
  expect((await send('GET', 'factors')).body.factors).toEqual([
    { factor: 'SMS_OTP' },
    { factor: 'PASSKEY', credentialId: passkey.credential.id, name: 'Passkey of localhost' },
    { factor: 'TOTP', name: 'Authenticator app' },
  ]);
  const statuses = [];
  for (const secret of secrets) {
    statuses.push((await logIn('TOTP', { code: codeOf(secret) })).status);
  }
  expect(statuses).toEqual([400, 200]);
});

test('rule 141: a customer who is deleted while a passkey is checked is not logged in', async () => {
  const { api, begin, complete, customer, enrollPasskey, sign } = await scaScene();
  await enrollPasskey();
  const proof = await sign((await begin('PASSKEY')).challenge);
  duringCheck(() => api.send('DELETE', `/customers/${customer.id}`));
  expectRefused(await complete('PASSKEY', proof), 404, 'USER_NOT_FOUND');
});

test('rule 142: an enrollment that began while a passkey was checked is the one that counts', async () => {
  const { codeOf, newPasskey, send } = await scaScene({ strict: true });
  const passkey = await newPasskey();
  const confirm = (body: object) => send('POST', 'factors/confirm', body);
  const begin = () => send('POST', 'factors', { type: 'TOTP' });
  const [refused, begun] = await Promise.all([confirm(passkey), begin()]);
  expectInvalid(refused, 'type');
  const secret = String(begun.body.secret);
  expect((await confirm({ type: 'TOTP', secret, code: codeOf(secret) })).status).toBe(200);
});

test('rule 142: a factor is removed by its own customer alone', async () => {
  const { api, enrollPasskey, send } = await scaScene();
  const path = `factors/${await enrollPasskey()}`;
  const other = api.mock.add.customer({ region: 'DE' }).id;
  expectRefused(await send('DELETE', path, undefined, other), 404, 'NOT_FOUND');
  expect((await send('GET', 'factors')).body.factors).toHaveLength(1);
  expect((await send('DELETE', path)).status).toBe(204);
  expect((await send('GET', 'factors')).body.factors).toEqual([]);
});

test('rule 144: a reset takes its factor alone, within an hour, and once', async () => {
  const { api, customer, enrollApp, enrollPasskey, send } = await scaScene({}, number);
  await enrollPasskey();
  await enrollApp();
  const start = async () => (await send('POST', 'factors/reset', { factor: 'TOTP' })).body;
  const read = async (id: unknown) => (await send('GET', `factors/reset/${id}`)).body;
  // Only for text messages.
  const mobile = { countryCode: '+49', number: '15199999999' };
  const complete = (id: unknown) => send('POST', `factors/reset/${id}/complete`, { mobile });
  const { livenessAccessToken: token, ...first } = await start();
  expect(first).toEqual({
    resetId: first.resetId,
    verificationLink: `https://verify.payments.test/reset/${token}`,
    expiresAt: '2026-01-05T10:00:00.000Z',
  });
  const statuses = [];
  for (const milliseconds of [29_999, 1, 3_569_999, 1]) {
    api.mock.clock.advance({ milliseconds });
    statuses.push((await read(first.resetId)).status);
  }
  expect(statuses).toEqual(['INITIATED', 'LIVENESS_PASSED', 'LIVENESS_PASSED', 'EXPIRED']);
  expectInvalid(await complete(first.resetId), 'resetId');
  const { resetId } = await start();
  api.mock.clock.advance({ milliseconds: 3_599_999 });
  expect((await complete(resetId)).status).toBe(204);
  expectInvalid(await complete(resetId), 'resetId');
  expect(await read(resetId)).toEqual({
    ...{ status: 'COMPLETED', factor: 'TOTP', enrollmentStatus: 'PENDING' },
    ...{ expiresAt: '2026-01-05T11:00:00.000Z', completedAt: '2026-01-05T10:59:59.999Z' },
  });
  const left = [{ factor: 'SMS_OTP' }, { factor: 'PASSKEY' }];
  expect((await send('GET', 'factors')).body.factors).toMatchObject(left);
  await enrollApp();
  expect(await read(resetId)).toMatchObject({ enrollmentStatus: 'COMPLETED' });
  expect(await read(first.resetId)).not.toHaveProperty('enrollmentStatus');
  expect((await api.send('GET', `/customers/${customer.id}`)).body).toMatchObject(customer);
});

test('rule 144: a number beside the reset of a passkey is not taken', async () => {
  const { api, customer, enrollPasskey, send } = await scaScene({}, number);
  await enrollPasskey();
  const { resetId } = (await send('POST', 'factors/reset', { factor: 'PASSKEY' })).body;
  api.mock.clock.advance({ seconds: 30 });
  const mobile = { countryCode: '+49', number: '15199999999' };
  expect((await send('POST', `factors/reset/${resetId}/complete`, { mobile })).status).toBe(204);
  expect((await send('GET', 'factors')).body.factors).toMatchObject([{ factor: 'SMS_OTP' }]);
  expect((await api.send('GET', `/customers/${customer.id}`)).body).toMatchObject(customer);
});

test('rule 144: a reset of text messages takes a number in international form, and leaves nothing to enroll', async () => {
  const { api, begin, customer, logIn, send, ...scene } = await scaScene({}, number);
  const { challengeId } = await begin('SMS_OTP');
  const { resetId } = (await send('POST', 'factors/reset', { factor: 'SMS_OTP' })).body;
  api.mock.clock.advance({ seconds: 30 });
  const complete = (countryCode: string, digits: string) =>
    send('POST', `factors/reset/${resetId}/complete`, { mobile: { countryCode, number: digits } });
  for (const wrong of [
    '49 151',
    '+0 151',
    '+ 49151',
    '+4915 1',
    '+49 151x',
    'x+49 151',
    '+49 15112345678901',
  ]) {
    const [countryCode = '', digits = ''] = wrong.split(' ');
    expectInvalid(await complete(countryCode, digits), 'mobile');
  }
  expectInvalid(await send('POST', `factors/reset/${resetId}/complete`), 'mobile');
  expect((await complete('+49', '15199999999')).status).toBe(204);
  const changed = await api.send('GET', `/customers/${customer.id}`);
  expect(changed.body.phoneNumber).toBe('+4915199999999');
  const { body } = await send('GET', `factors/reset/${resetId}`);
  expect(body).toMatchObject({ status: 'COMPLETED' });
  expect(body).not.toHaveProperty('enrollmentStatus');
  // The code went to the number before.
  expectInvalid(await scene.complete('SMS_OTP', { challengeId, code }), 'code');
  expect((await logIn()).status).toBe(200);
});

test('rule 144: the number of a reset is verified, and is that of the wallets too', async () => {
  const contactVerification = { email: 'VERIFIED', phone: 'VERIFIED' } as const;
  const { api, customer, send } = await scaScene({}, { ...number, contactVerification });
  const add = (customerId: string) => {
    const { id: accountId } = api.mock.add.wallet({ customerId }).account;
    return api.mock.add.credential({ accountId, type: 'SMS_OTP' });
  };
  add(api.mock.add.customer({ phoneNumber: '+4915177777777' }).id);
  const { resetId } = (await send('POST', 'factors/reset', { factor: 'SMS_OTP' })).body;
  api.mock.clock.advance({ seconds: 30 });
  const complete = (digits: string) =>
    send('POST', `factors/reset/${resetId}/complete`, {
      mobile: { countryCode: '+49', number: digits },
    });
  await api.send('PATCH', `/customers/${customer.id}`, { phoneNumber: '+4915188888888' });
  const { id, accountId } = add(customer.id);
  const before = api.mock.add.credential({ accountId, type: 'PASSKEY' }).nickname;
  expectInvalid(await complete('15177777777'), 'mobile');
  expect((await complete('15199999999')).status).toBe(204);
  const { body } = await api.send('GET', `/customers/${customer.id}`);
  expect(body).toMatchObject({ phoneNumber: '+4915199999999', contactVerification });
  const tied = (await api.send('GET', `/auth/credentials?accountId=${accountId}`)).body.data;
  const named = (type: string, nickname: unknown) => expect.objectContaining({ type, nickname });
  expect(tied).toEqual(
    expect.arrayContaining([named('SMS_OTP', '+4915199999999'), named('PASSKEY', before)]),
  );
  await api.send('POST', `/auth/credentials/${id}/challenge`);
  expect(api.mock.outbox.at(-1)).toMatchObject({ to: '+4915199999999' });
});

test('rule 141: a number that is not verified yet gets no text message', async () => {
  const contactVerification = { email: 'VERIFIED', phone: 'PENDING' } as const;
  const { api, begin, complete, customer, logIn, quote, send } = await scaScene(
    {},
    { ...number, contactVerification },
  );
  const factors = async () => (await send('GET', 'factors')).body.factors;
  const path = `/customers/${customer.id}`;
  const verify = async () => {
    await api.send('POST', `${path}/verify-phone`);
    await api.send('POST', `${path}/verify-phone/confirm`, { code });
  };
  expect(await factors()).toEqual([]);
  expectInvalid(await send('POST', 'login/start', { factor: 'SMS_OTP' }), 'factor');
  expectInvalid(await send('POST', 'factors/reset', { factor: 'SMS_OTP' }), 'factor');
  await verify();
  expect(await factors()).toEqual([{ factor: 'SMS_OTP' }]);
  expect((await logIn()).status).toBe(200);
  const waiting = await quote({ immediatelyExecute: true });
  const { challengeId } = await begin('SMS_OTP');
  for (const phoneNumber of ['+4915199999999', number.phoneNumber]) {
    await api.send('PATCH', path, { phoneNumber });
  }
  const resend = () => api.send('POST', `/quotes/${waiting.id}/authorize/resend`);
  expectRefused(await resend(), 409, 'CONFLICT');
  expectInvalid(await complete('SMS_OTP', { challengeId, code }), 'code');
  await verify();
  expect((await resend()).status).toBe(204);
});

test('rule 142: a passkey is that of one customer', async () => {
  const { api, newPasskey, send } = await scaScene();
  const other = api.mock.add.customer({ region: 'DE' }).id;
  const passkey = await newPasskey();
  const twin = await newPasskey(other, createAuthenticator());
  expect(twin.credential.id).toBe(passkey.credential.id);
  const both = [
    () => send('POST', 'factors/confirm', passkey),
    () => send('POST', 'factors/confirm', twin, other),
  ];
  // Whose signature is checked first has it.
  const replies = await Promise.all(both.map((confirm) => confirm()));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  for (const [at, confirm] of both.entries())
    if (replies[at]?.status === 400) expectInvalid(await confirm(), 'credential');
});

test('rule 142: only a passkey has an id, by which it is removed', async () => {
  const { api, customer, enrollApp, send } = await scaScene();
  await enrollApp();
  const id = `${api.mock.snapshot().tables.scaFactors.rows[0]?.[1].id}`;
  expectRefused(await send('DELETE', `factors/${id}`, undefined, customer.id), 404, 'NOT_FOUND');
  expect((await send('GET', 'factors')).body.factors).toHaveLength(1);
});
