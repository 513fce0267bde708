import { operations } from '@org/payments-contract';
import { expect } from 'vitest';
import { test } from '../../../test/support/api-test.ts';
import { exampleRequest } from '../../../test/support/example-request.ts';
import { expectInvalid, expectRefused, type OpenMock } from '../../../test/support/open-mock.ts';
import { between } from '../../../test/support/payers.ts';
import {
  code,
  endUserIpAddress,
  number,
  type ShownChallenge,
  scaScene,
} from '../../../test/support/strong-authentication.ts';
import type { MockOptions } from '../../index.ts';
import { totpCode } from './factors.ts';

const start = (options?: MockOptions) => scaScene(options, number);

const balance = ({ mock }: OpenMock, id: string) =>
  mock.ledger.accounts().find((account) => account.id === id)?.amount;

test('codes of an authenticator app are those of RFC 6238', () => {
  const secret = '3132333435363738393031323334353637383930';
  const vectors = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ] as const;
  for (const [seconds, expected] of vectors) {
    expect(totpCode(secret, seconds * 1000)).toBe(expected);
  }
});

test('rule 149: customers of other regions do not need it', async () => {
  const { api, customer, send, quote } = await start({ strongAuthenticationRegions: ['FR'] });
  expect((await quote({ scaFactor: 'PASSKEY' })).status).toBe('PENDING');
  expectRefused(await send('GET', 'factors'), 409, 'CONFLICT');
  for (const operation of operations()) {
    const { name, row } = operation;
    if (!row.path.startsWith('/sca/')) continue;
    const { headers, body } = exampleRequest(operation, api.mock);
    const path = `${row.path.replace(/\{\w+\}/, 'x')}?customerId=${customer.id}`;
    const reply = await api.send(row.method, path, body, headers);
    expect([name, reply.status]).toEqual([name, 409]);
  }
  const unknown = await api.send('GET', '/sca/factors?customerId=Customer:none');
  expectRefused(unknown, 404, 'USER_NOT_FOUND');
});

test('rule 142: a passkey is added once, and logs in with what it signs', async () => {
  const { api, begin, complete, customer, newPasskey, quote, send, sign } = await start();
  const factor = 'PASSKEY';
  const body = await newPasskey();
  const credentialId = body.credential.id;
  const confirm = (more: object = {}) => send('POST', 'factors/confirm', { ...body, ...more });
  const noText = { id: { toString: 1 }, response: {} };
  expectInvalid(await confirm({ credential: noText }), 'credential');
  const elsewhere = { origin: 'http://localhost:3001' };
  expectInvalid(await confirm(elsewhere), 'origin');
  const name = 'Passkey of localhost';
  expect((await confirm()).body.factor).toMatchObject({ factor, credentialId, name });
  const again = [await send('POST', 'factors', { type: factor }), await confirm()];
  for (const refused of again) expectRefused(refused, 409, 'PASSKEY_ALREADY_ENROLLED');
  const { challenge: earlier } = await begin(factor);
  const { challenge } = await begin(factor);
  for (const passkeyAssertion of [noText, (await sign(earlier)).passkeyAssertion]) {
    const refused = await complete(factor, { origin: body.origin, passkeyAssertion });
    expectInvalid(refused, 'passkeyAssertion');
  }
  expectInvalid(await complete(factor, { ...(await sign(challenge)), ...elsewhere }), 'origin');
  expect((await complete(factor, await sign(challenge))).status).toBe(200);
  const waiting = await quote({ scaFactor: factor, immediatelyExecute: true });
  const scaChallenge = waiting.scaChallenge as ShownChallenge;
  expect(scaChallenge).toMatchObject({
    factor,
    passkeyAssertionOptions: {
      rpId: 'localhost',
      allowCredentials: [{ type: 'public-key', id: credentialId }],
    },
  });
  expect(scaChallenge).not.toHaveProperty('passkeyAllowedOrigins');
  const resent = await api.send('POST', `/quotes/${waiting.id}/authorize/resend`);
  expectRefused(resent, 409, 'CONFLICT');
  const authorize = async (given: string) =>
    api.send('POST', `/quotes/${waiting.id}/authorize`, { ...(await sign(given)) });
  expectInvalid(await authorize(challenge), 'passkeyAssertion');
  const own = await authorize(scaChallenge.passkeyAssertionOptions.challenge);
  expect(own.body.status).toBe('PROCESSING');
  const byText = await quote({ scaFactor: 'SMS_OTP', immediatelyExecute: true });
  expect(byText.scaChallenge).not.toHaveProperty('passkeyAssertionOptions');
  // Each authorization of a payment asks for the factor that the quote names.
  const { id: customerId } = customer;
  const accountId = api.mock.add.externalAccount({ customerId, currency: 'EUR' }).id;
  const outside = await quote({
    scaFactor: factor,
    source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
    destination: { destinationType: 'ACCOUNT', accountId },
  });
  const exchange = outside.scaChallenge as ShownChallenge;
  const proof = await sign(exchange.passkeyAssertionOptions.challenge);
  const next = await api.send('POST', `/quotes/${outside.id}/authorize`, proof);
  expect(next.body.scaChallenge).toMatchObject({ factor, purpose: 'PAYOUT' });
  const later = await quote({ scaFactor: factor });
  await send('DELETE', `factors/${credentialId}`);
  expectRefused(await send('DELETE', `factors/${credentialId}`), 404, 'NOT_FOUND');
  const asked = await api.send('POST', `/quotes/${later.id}/execute`);
  expect(asked.body.scaChallenge).toMatchObject({ factor: 'SMS_OTP' });
});

test('rule 143: failed attempts in a row lock the customer, until a new password or the end of the time', async () => {
  const { send, logIn } = await start();
  const record = (eventType: string) => send('POST', 'record-event', { eventType });
  for (let count = 1; count <= 3; count += 1) {
    const { body } = await record('FAILED_LOGIN_ATTEMPT');
    expect(body).toMatchObject({ failedAttempts: count, suspended: false });
  }
  for (const _time of [4, 5]) expectInvalid(await logIn('SMS_OTP', { code: '0' }), 'code');
  const locked = await logIn();
  expectRefused(locked, 423, 'ACCOUNT_LOCKED');
  const lockedUntil = '2026-01-05T09:15:00.000Z';
  expect(locked.body.message).toContain(lockedUntil);
  expect(locked.body.details).toEqual({ suspended: false, lockedUntil, failedAttempts: 5 });
  expectRefused(await record('FAILED_LOGIN_ATTEMPT'), 423, 'ACCOUNT_LOCKED');
  expect((await record('RESET_PASSWORD_COMPLETED')).body.failedAttempts).toBe(0);
  expect((await logIn()).status).toBe(200);
});

test('rule 143: each further attempt locks for longer, and the ninth until a new password', async () => {
  const { api, send, logIn } = await start();
  const record = (eventType: string) => send('POST', 'record-event', { eventType });
  for (let count = 1; count < 5; count += 1) await record('FAILED_LOGIN_ATTEMPT');
  for (const minutes of [15, 30, 60, 24 * 60]) {
    const end = new Date(api.mock.clock.now() + minutes * 60_000).toISOString();
    expect((await record('FAILED_LOGIN_ATTEMPT')).body.lockedUntil).toBe(end);
    api.mock.clock.advance({ minutes, milliseconds: -1 });
    expectRefused(await logIn(), 423, 'ACCOUNT_LOCKED');
    // The count does not end with the time.
    api.mock.clock.advance(minutes === 15 ? { milliseconds: 1 } : { days: 90 });
  }
  const { body } = await record('FAILED_LOGIN_ATTEMPT');
  expect(body).toEqual({
    eventType: 'FAILED_LOGIN_ATTEMPT',
    suspended: true,
    failedAttempts: 9,
  });
  api.mock.clock.advance({ days: 30 });
  expect((await logIn()).body.details).toEqual({ suspended: true, failedAttempts: 9 });
  await record('RESET_PASSWORD_COMPLETED');
  expect((await logIn()).status).toBe(200);
});

test('rule 144: a reset waits until the person was recognized, ends the one before, and five begin in a day', async () => {
  const { api, send } = await start();
  const other = api.mock.add.customer({ region: 'DE', ...number }).id;
  const reset = (id?: string) => send('POST', 'factors/reset', { factor: 'SMS_OTP' }, id);
  const read = (id: unknown, by?: string) => send('GET', `factors/reset/${id}`, undefined, by);
  expectInvalid(await send('POST', 'factors/reset', { factor: 'TOTP' }), 'factor');
  const [first, second] = [(await reset()).body.resetId, (await reset()).body.resetId];
  const statuses = [(await read(first)).body.status, (await read(second)).body.status];
  expect(statuses).toEqual(['EXPIRED', 'INITIATED']);
  expectInvalid(await send('POST', `factors/reset/${second}/complete`), 'resetId');
  expectRefused(await read(second, other), 404, 'NOT_FOUND');
  api.mock.clock.advance({ minutes: 1 });
  for (const _time of [3, 4, 5]) await reset();
  const sixth = await reset();
  expectRefused(sixth, 429, 'RATE_LIMITED');
  expect((await reset(other)).status).toBe(201);
  api.mock.clock.advance({ seconds: Number(sixth.headers.get('retry-after')) - 1 });
  expectRefused(await reset(), 429, 'RATE_LIMITED');
  api.mock.clock.advance({ seconds: 1 });
  expect((await reset()).status).toBe(201);
});

test('rule 145: a payment waits for its customer, and moves no money before', async () => {
  const { api, quote, source, payee, logIn } = await start();
  const codes = api.mock.outbox.length;
  const { id } = await quote();
  const path = `/quotes/${id}`;
  expectRefused(await api.send('POST', `${path}/authorize`, { code }), 409, 'CONFLICT');
  // Nothing is asked of the customer before the payment is executed.
  expect((await api.send('GET', path)).body).not.toHaveProperty('scaChallenge');
  expect(api.mock.outbox).toHaveLength(codes);
  const executed = await api.send('POST', `${path}/execute`);
  expect(executed.body).toMatchObject({
    status: 'PENDING_AUTHORIZATION',
    scaChallenge: { factor: 'SMS_OTP', availableFactors: ['SMS_OTP'], purpose: 'PAYOUT' },
  });
  expect(api.mock.outbox).toHaveLength(codes + 1);
  expect(balance(api, source)).toBe(100_00);
  expect(api.mock.eventsOf('OUTGOING_PAYMENT.PENDING_AUTHORIZATION')).toHaveLength(1);
  expectRefused(await api.send('POST', `${path}/execute`), 409, 'CONFLICT');
  const authorize = (body: object) => api.send('POST', `${path}/authorize`, body);
  expectInvalid(await authorize({ endUserIpAddress }), 'code');
  expectRefused(await authorize({ code }), 409, 'SCA_SESSION_REQUIRED');
  await logIn();
  expectInvalid(await authorize({ code: '0' }), 'code');
  expect(balance(api, source)).toBe(100_00);
  // A code is used up only by what can be paid.
  const parties = { source: { accountId: source }, destination: { accountId: payee } };
  await api.send('POST', '/transfer-out', { ...parties, amount: 60_01 });
  expectRefused(await authorize({ code }), 400, 'AMOUNT_OUT_OF_RANGE');
  await api.send('POST', `/sandbox/internal-accounts/${source}/fund`, { amount: 60_01 });
  const sent = api.mock.outbox.length;
  api.mock.clock.advance({ seconds: 1 });
  expect((await api.send('POST', `${path}/authorize/resend`)).status).toBe(204);
  expect(api.mock.outbox).toHaveLength(sent + 1);
  const { scaChallenge } = executed.body;
  expect((await api.send('GET', path)).body).toMatchObject({ scaChallenge });
  const authorized = await authorize({ code, endUserIpAddress });
  expect(authorized.body).toMatchObject({ status: 'PROCESSING' });
  expect(authorized.body).not.toHaveProperty('scaChallenge');
  expect(balance(api, source)).toBe(60_00);
  expectRefused(await authorize({ code }), 409, 'CONFLICT');
  expect((await api.send('GET', path)).body.status).toBe('COMPLETED');
  expectRefused(await api.send('POST', `${path}/authorize/resend`), 409, 'CONFLICT');
  expect(api.mock.eventsOf('OUTGOING_PAYMENT.PENDING_AUTHORIZATION')).toHaveLength(1);
});

test('rule 146: a quote names only a factor of the customer, and no app, which does not show the payment', async () => {
  const { api, quote, enrollApp, logIn } = await start({ strict: true });
  const { secret } = await enrollApp();
  for (const scaFactor of ['PASSKEY', 'TOTP']) {
    expect(await quote({ scaFactor })).toMatchObject({
      code: 'INVALID_INPUT',
      details: { errors: [{ field: 'scaFactor' }] },
    });
  }
  const { id, scaChallenge } = await quote({ immediatelyExecute: true });
  expect(scaChallenge).toMatchObject({ availableFactors: ['SMS_OTP'] });
  await logIn();
  const path = `/quotes/${id}/authorize`;
  const ofApp = { code: totpCode(secret, api.mock.clock.now()) };
  expectInvalid(await api.send('POST', path, ofApp), 'code');
  api.mock.clock.advance({ minutes: 4 });
  await api.send('POST', `${path}/resend`);
  api.mock.clock.advance({ seconds: 59 });
  expect((await api.send('POST', path, { code })).status).toBe(200);
});

test("rule 145: an agent's payment waits for its customer too, also after it was approved", async () => {
  const { api, customer, source, payee, logIn } = await start();
  await logIn();
  const { agent, accessToken } = api.mock.add.agent({
    customerId: customer.id,
    policy: {
      permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
      approvalThresholds: { currency: 'USD', amount: 30_00 },
    },
  });
  const asAgent = (path: string, body?: object) =>
    api.send('POST', `/agents/me/quotes${path}`, body, {
      authorization: `Bearer ${accessToken}`,
    });
  const created = (amount: number, more: object = {}) =>
    asAgent('', between(source, payee, amount, more));
  const authorize = (id: unknown) => api.send('POST', `/quotes/${id}/authorize`, { code });

  const { id } = (await created(10_00)).body;
  expect((await asAgent(`/${id}/execute`)).body).toMatchObject({
    status: 'APPROVED',
    quote: { status: 'PENDING_AUTHORIZATION' },
    transaction: { status: 'PENDING' },
  });
  expectRefused(await asAgent(`/${id}/execute`), 409, 'CONFLICT');
  expect((await created(10_00, { immediatelyExecute: true })).body).toMatchObject({
    status: 'PENDING_AUTHORIZATION',
  });
  expect(balance(api, source)).toBe(100_00);
  expect((await authorize(id)).body).toMatchObject({ status: 'PROCESSING' });
  expect(balance(api, source)).toBe(90_00);

  const held = async () => {
    const large = (await created(40_00)).body.id;
    const action = (await asAgent(`/${large}/execute`)).body;
    expect(action.status).toBe('PENDING_APPROVAL');
    const approve = () => api.send('POST', `/agents/${agent.id}/actions/${action.id}/approve`);
    return { large, approve };
  };
  // What the platform executed meanwhile is not executed, nor asked for, a second time.
  const other = await held();
  await api.send('POST', `/quotes/${other.large}/execute`);
  const asked = api.mock.outbox.length;
  expect((await other.approve()).body.status).toBe('FAILED');
  expect(api.mock.outbox).toHaveLength(asked);

  const { large, approve } = await held();
  const approved = await approve();
  expect(approved.body).toMatchObject({ quote: { status: 'PENDING_AUTHORIZATION' } });
  expect(balance(api, source)).toBe(90_00);
  await authorize(large);
  expect(balance(api, source)).toBe(50_00);
});

test('rule 145: a payment from an embedded wallet needs its stamp and the authorization', async () => {
  const { api, customer, quote, logIn } = await start();
  await logIn();
  const { account } = api.mock.add.wallet({ customerId: customer.id, available: 9_000_000 });
  const { sessionKey } = await api.mock.add.session({ accountId: account.id });
  const { id: outside } = api.mock.add.externalAccount({ customerId: customer.id });
  const { id, paymentInstructions } = await quote(between(account.id, outside, 5_000_000));
  const [info] = (paymentInstructions as { accountOrWalletInfo: { payloadToSign: string } }[])
    .map(({ accountOrWalletInfo }) => accountOrWalletInfo)
    .filter(({ payloadToSign }) => payloadToSign !== undefined);
  const stamp = await sessionKey.stamp(info?.payloadToSign ?? '');
  const path = `/quotes/${id}`;
  expectRefused(await api.send('POST', `${path}/execute`), 401, 'UNAUTHORIZED');
  const executed = await api.send('POST', `${path}/execute`, undefined, {
    'service-wallet-signature': stamp,
  });
  expect(executed.body).toMatchObject({ status: 'PENDING_AUTHORIZATION', paymentInstructions });
  expect(balance(api, account.id)).toBe(9_000_000);
  expect((await api.send('POST', `${path}/authorize`, { code })).body.status).toBe('PROCESSING');
  expect(balance(api, account.id)).toBe(4_000_000);
});

test('rule 145: a payment that nobody authorizes expires with its quote', async () => {
  const { api, quote, source } = await start();
  const { id } = await quote({ immediatelyExecute: true });
  expect((await api.send('GET', `/quotes/${id}`)).body.status).toBe('PENDING_AUTHORIZATION');
  api.mock.clock.advance({ minutes: 6 });
  expect((await api.send('GET', `/quotes/${id}`)).body.status).toBe('EXPIRED');
  for (const verb of ['authorize', 'authorize/resend']) {
    const body = verb === 'authorize' ? { code } : undefined;
    expectRefused(await api.send('POST', `/quotes/${id}/${verb}`, body), 409, 'CONFLICT');
  }
  expect(balance(api, source)).toBe(100_00);
});

test('rule 147: a challenge answers only what it is for, and a locked customer authorizes nothing', async () => {
  const { api, complete, quote, send, logIn } = await start();
  await logIn();
  const { id } = await quote({ immediatelyExecute: true });
  const { scaChallenge } = (await api.send('GET', `/quotes/${id}`)).body as {
    scaChallenge: { id: string };
  };
  const proof = { challengeId: scaChallenge.id, code };
  expectInvalid(await complete('SMS_OTP', proof), 'challengeId');
  for (let count = 0; count < 5; count += 1) {
    await send('POST', 'record-event', { eventType: 'FAILED_LOGIN_ATTEMPT' });
  }
  const reply = await api.send('POST', `/quotes/${id}/authorize`, { code });
  expectRefused(reply, 423, 'ACCOUNT_LOCKED');
  expect(reply.body.details).toEqual({
    suspended: false,
    lockedUntil: '2026-01-05T09:15:00.000Z',
    failedAttempts: 5,
  });
});

test('rule 148: a trusted payee needs no authorization, until the trust ends', async () => {
  const { api, changeTrust, quote, payee } = await start();
  const path = `/customers/external-accounts/${payee}`;
  const change = async (verb: string) => (await changeTrust(payee, verb)).confirm();
  expectRefused(await api.send('POST', `${path}/untrust`), 409, 'CONFLICT');
  expect((await change('trust')).body).toEqual({ trusted: true });
  expectRefused(await api.send('POST', `${path}/trust`), 409, 'CONFLICT');
  expectRefused(await api.send('DELETE', path), 409, 'BENEFICIARY_TRUSTED');
  expect((await quote({ immediatelyExecute: true })).status).toBe('PROCESSING');
  expect((await change('untrust')).body).toEqual({ trusted: false });
  expect((await quote({ immediatelyExecute: true })).status).toBe('PENDING_AUTHORIZATION');
  const { id } = api.mock.add.externalAccount();
  const other = await api.send('POST', `/customers/external-accounts/${id}/trust`);
  expectRefused(other, 409, 'CONFLICT');
  const none = '/customers/external-accounts/ExternalAccount:none/trust';
  expectRefused(await api.send('POST', none), 404, 'NOT_FOUND');
});
