import { generateClientKey } from '@org/payments-crypto';
import { expect } from 'vitest';
import { test } from '../../../test/support/api-test.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
} from '../../../test/support/open-mock.ts';
import { configured, payer } from '../../../test/support/payers.ts';

test('rule 159: values that were never set have defaults, and reading writes nothing', async (api) => {
  const before = api.mock.snapshot();
  const { body } = await api.send('GET', '/config');
  expect(body).toMatchObject({
    id: expect.stringMatching(/^PlatformConfig:/),
    embeddedWalletConfig: { otpLength: 6, alphanumeric: false, expirationSeconds: 300 },
  });
  const [currency] = body.supportedCurrencies as readonly object[];
  expect(currency).toMatchObject({ enabledTransactionTypes: ['INCOMING', 'OUTGOING'] });
  expect(body).not.toHaveProperty('webhookEndpoint');
  // No provider of the mock requires a field (D25).
  expect(JSON.stringify(body)).not.toContain('providerRequired');
  expect(api.mock.snapshot()).toEqual(before);
});

test('rule 159: fields left out of a change stay unchanged, inside groups of fields too', async (api) => {
  const wallet = (embeddedWalletConfig: object) =>
    api.send('PATCH', '/config', { embeddedWalletConfig });
  await api.send('PATCH', '/config', { umaDomain: 'pay.example.com' });
  await wallet({ otpLength: 8 });
  api.mock.clock.advance({ minutes: 1 });
  const { body, status } = await wallet({ appName: 'Example Pay' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    umaDomain: 'pay.example.com',
    embeddedWalletConfig: { otpLength: 8, appName: 'Example Pay', expirationSeconds: 300 },
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:01:00.000Z',
  });
  expect((await api.send('GET', '/config')).body).toEqual(body);
  const confirm = (cardTokenization2faConfig: object) =>
    api.send('PATCH', '/config', { cardTokenization2faConfig });
  await confirm({ displayName: 'Example Pay' });
  const email = { fromAddress: 'pay@example.com' };
  const cardTokenization2faConfig = { displayName: 'Example Pay', email };
  expect((await confirm({ email })).body).toMatchObject({ cardTokenization2faConfig });
  expect((await wallet({ otpLength: 8 })).body).toMatchObject({ cardTokenization2faConfig });
  const sms = { bodyText: 'Your code' };
  await confirm({ sms, email: { subject: 'Your code' } });
  await confirm({ email: { subject: 'Code' }, sms: {} });
  const after = await confirm({ email: {} });
  expect(after.body.cardTokenization2faConfig).toEqual({
    ...{ displayName: 'Example Pay', email: { ...email, subject: 'Code' }, sms },
  });
});

test.rows([
  [{ otpLength: 4 }, /^0000$/],
  [{ otpLength: 12 }, /^0{12}$/],
  [{ otpLength: 8, alphanumeric: true }, /^[A-Z2-9]{8}$/],
])('rule 160: one-time codes follow %j', async (api, embeddedWalletConfig, form) => {
  await api.send('PATCH', '/config', { embeddedWalletConfig });
  const { credential } = api.mock.add.wallet();
  const path = `/auth/credentials/${credential.id}`;
  const verify = async (otp: string) => {
    const clientPublicKey = (await generateClientKey()).publicKey;
    return api.send('POST', `${path}/verify`, { type: 'EMAIL_OTP', otp, clientPublicKey });
  };
  await api.send('POST', `${path}/challenge`);
  const code = api.mock.outbox[0]?.code ?? '';
  expect(code).toMatch(form);
  expectUnauthorized(await verify('111111'), 'invalidOtp');
  expect((await verify(code)).status).toBe(200);
  // The sandbox's code opens a session whatever codes look like.
  expectUnauthorized(await verify('000000'), 'noOutstandingOtp');
  await api.send('POST', `${path}/challenge`);
  expect((await verify('000000')).status).toBe(200);
});

test('rule 160: one-time codes expire as configured', async (api) => {
  await api.send('PATCH', '/config', { embeddedWalletConfig: { expirationSeconds: 30 } });
  const { credential } = api.mock.add.wallet();
  const path = `/auth/credentials/${credential.id}`;
  const verifyAfter = async (milliseconds: number) => {
    await api.send('POST', `${path}/challenge`);
    api.mock.clock.advance({ milliseconds });
    const clientPublicKey = (await generateClientKey()).publicKey;
    const body = { type: 'EMAIL_OTP', otp: '000000', clientPublicKey };
    return api.send('POST', `${path}/verify`, body);
  };
  expectUnauthorized(await verifyAfter(30_000), 'otpExpired');
  expect((await verifyAfter(29_999)).status).toBe(200);
});

test('rule 161: the configured currencies are those that customers may use', async (api) => {
  const requiredCounterpartyFields = [{ name: 'FULL_NAME', mandatory: true }];
  const incoming = { requiredCounterpartyFields, enabledTransactionTypes: ['INCOMING'] };
  const currency = configured('CHF', incoming);
  const { id } = api.mock.add.customer();
  const use = (code: string) => api.send('PATCH', `/customers/${id}`, { currencies: [code] });
  expectInvalid(await use('CHF'), 'currencies.0');
  const set = await api.send('PATCH', '/config', { supportedCurrencies: [currency] });
  expect(set.body.supportedCurrencies).toEqual([currency]);
  expect((await use('CHF')).status).toBe(200);
  expectInvalid(await use('USD'), 'currencies.0');
  // Each currency has its own kinds of payments and limits.
  const { ask } = payer(api);
  const dollars = { currencyCode: 'USD', maxAmount: 20_000, enabledTransactionTypes: ['OUTGOING'] };
  const supportedCurrencies = [currency, { ...currency, ...dollars }];
  await api.send('PATCH', '/config', { supportedCurrencies });
  expect((await ask()).status).toBe(201);
});

test('each change of the configured currencies opens the accounts of the platform that are missing', async (api) => {
  const set = (...codes: string[]) =>
    api.send('PATCH', '/config', { supportedCurrencies: codes.map((code) => configured(code)) });
  const accountsIn = async (code: string) =>
    (await api.send('GET', `/platform/internal-accounts?currency=${code}`)).body.data;
  await set('JPY');
  expect((await set('JPY', 'KRW')).status).toBe(200);
  for (const code of ['JPY', 'KRW']) expect(await accountsIn(code)).toHaveLength(1);
});

test('rule 162: a fee is set, changed and ended by itself, in USD only', async (api) => {
  const fee = (variableFeeBps: number, amount: number, code = 'USD') => ({
    feeType: 'CROSS_CURRENCY_TRANSACTION',
    sourceCurrency: code,
    variableFeeBps,
    fixedFee: { amount, currency: code },
  });
  const set = (...feeConfigs: object[]) => api.send('PATCH', '/config', { feeConfigs });
  expect((await set(fee(30, 50))).body.feeConfigs).toEqual([fee(30, 50)]);
  expect((await set()).body.feeConfigs).toEqual([fee(30, 50)]);
  expect((await set(fee(10, 0))).body.feeConfigs).toEqual([fee(10, 0)]);
  expectRefused(await set(fee(1, 1, 'EUR')), 501, 'NOT_IMPLEMENTED');
  expectInvalid(
    await set({ ...fee(1, 1), fixedFee: { amount: 1, currency: 'EUR' } }),
    'feeConfigs.0.fixedFee.currency',
  );
  expect((await set(fee(0, 0))).body.feeConfigs).toEqual([]);
});
