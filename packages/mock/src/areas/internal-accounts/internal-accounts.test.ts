import { generateClientKey, openWalletExport } from '@org/payments-crypto';
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import {
  expectInvalid,
  expectRefused,
  type OpenMock,
  type SignedIn,
} from '../../../test/support/open-mock.ts';
import { configured } from '../../../test/support/payers.ts';

test('rule 25: 202, then 200 with the new value and a new updatedAt', async (api) => {
  const { account, sessionKey } = await api.signIn();
  const path = `/internal-accounts/${account.id}`;
  expect(account.privateEnabled).toBe(false);
  api.mock.clock.advance({ minutes: 2 });
  const on = await api.signed('PATCH', path, { privateEnabled: true }, sessionKey);
  expect(on.status).toBe(200);
  const updatedAt = new Date(api.mock.clock.now()).toISOString();
  expect(on.body).toEqual({ ...account, privateEnabled: true, updatedAt });
  const off = await api.signed('PATCH', path, { privateEnabled: false }, sessionKey);
  expect(off.body).toMatchObject({ privateEnabled: false });
  const funded = await api.send('PATCH', path, { privateEnabled: true, balance: 1 });
  expectInvalid(funded, 'balance');
});

test('rule 26: only embedded wallets have privacy', async (api) => {
  const wallet = api.mock.add.internalAccount({ type: 'EMBEDDED_WALLET' });
  expect(wallet).toMatchObject({ privateEnabled: false });
  const { customer } = await api.signIn();
  for (const type of ['INTERNAL_FIAT', 'INTERNAL_CRYPTO']) {
    const other = api.mock.add.internalAccount({ customerId: customer.id, type });
    expect(other).not.toHaveProperty('privateEnabled');
    const path = `/internal-accounts/${other.id}`;
    expectInvalid(await api.send('PATCH', path, { privateEnabled: true }), 'privateEnabled');
  }
});

test('rule 27: balances, instructions and owner', async (api) => {
  const { id: customerId } = api.mock.add.customer();
  const { account } = api.mock.add.wallet({ customerId, available: 500, held: 250 });
  const platform = api.mock.add.internalAccount();
  const { body } = await api.send('GET', `/customers/internal-accounts?customerId=${customerId}`);
  expect(body.data).toMatchObject([
    { id: account.id, balance: { amount: 500 }, totalBalance: { amount: 750 } },
  ]);
  for (const { fundingPaymentInstructions } of [account, platform]) {
    expect(fundingPaymentInstructions).toEqual([]);
  }
  expect(platform).not.toHaveProperty('customerId');
  const everybody = await api.send('GET', '/customers/internal-accounts');
  expect(everybody.body).toMatchObject({ totalCount: 1, data: [{ customerId }] });
});

test('rule 27: the platform has accounts of its own, listed in one response', async () => {
  const api = await open({ supportedCurrencies: [] });
  const { add } = api.mock;
  const ids = Array.from({ length: 101 }, () => add.internalAccount().id);
  const euro = add.internalAccount({ currency: 'EUR', type: 'INTERNAL_CRYPTO' }).id;
  add.internalAccount({ customerId: add.customer().id });
  const listed = async (query = '') => {
    const { body } = await api.send('GET', `/platform/internal-accounts${query}`);
    expect(Object.keys(body)).toEqual(['data']);
    return (body.data as { id: string }[]).map(({ id }) => id);
  };
  expect(await listed()).toEqual([...ids, euro]);
  expect(await listed('?currency=EUR')).toEqual([euro]);
  expect(await listed('?type=INTERNAL_FIAT')).toEqual(ids);
  expectInvalid(await api.send('GET', '/platform/internal-accounts?type=GOLD'), 'type');
});

interface Account {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly balance: { readonly amount: number; readonly currency: { readonly code: string } };
  readonly fundingPaymentInstructions: readonly unknown[];
}

async function listed(api: OpenMock, path: string): Promise<readonly Account[]> {
  return (await api.send('GET', path)).body.data as Account[];
}

const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Byron' };
const codes = (list: readonly Account[]) => list.map(({ balance }) => balance.currency.code).sort();

const create = async (api: OpenMock, fields: object) => {
  const { body, status } = await api.send('POST', '/customers', { ...person, ...fields });
  expect(status).toBe(201);
  return String(body.id);
};
const own = (api: OpenMock, id: string) =>
  listed(api, `/customers/internal-accounts?customerId=${id}`);

test('rule 121: a new customer has an account for each of its currencies', async (api) => {
  const email = 'ada@example.com';
  const id = await create(api, { email, currencies: ['USD', 'EUR', 'USDC', 'USDB'] });
  const accounts = await own(api, id);
  expect(codes(accounts)).toEqual(['EUR', 'USD', 'USDB', 'USDC']);
  const type = Object.fromEntries(accounts.map((each) => [each.balance.currency.code, each.type]));
  expect(type).toEqual({
    USD: 'INTERNAL_FIAT',
    EUR: 'INTERNAL_FIAT',
    USDC: 'INTERNAL_CRYPTO',
    USDB: 'EMBEDDED_WALLET',
  });
  for (const { status, balance, fundingPaymentInstructions } of accounts) {
    expect(status).toBe('ACTIVE');
    expect(balance.amount).toBe(0);
    const isDollar = balance.currency.code === 'USD';
    expect(fundingPaymentInstructions).toHaveLength(isDollar ? 2 : 1);
  }
  const wallet = accounts.find((each) => each.type === 'EMBEDDED_WALLET');
  const credentials = await api.send('GET', `/auth/credentials?accountId=${wallet?.id}`);
  expect(credentials.body.data).toMatchObject([{ type: 'EMAIL_OTP', nickname: email }]);
});

test('rule 121: an account in a cryptocurrency is filled by a wallet of its chain', async () => {
  const api = await open({ supportedCurrencies: ['BTC', 'USDC', 'USDT'] });
  const found = (await own(api, await create(api, {}))).map(
    ({ balance, fundingPaymentInstructions: [way] }) => [
      balance.currency.code,
      (way as { accountOrWalletInfo: { accountType: string } }).accountOrWalletInfo.accountType,
    ],
  );
  expect(Object.fromEntries(found)).toEqual({
    BTC: 'SPARK_WALLET',
    USDC: 'SOLANA_WALLET',
    USDT: 'TRON_WALLET',
  });
});

test('rule 121: a customer without currencies has those of the platform', async () => {
  const api = await open({ supportedCurrencies: ['USD', 'USDB'] });
  // Without an e-mail address nothing could open a wallet.
  for (const [fields, currencies] of [
    [{ email: 'ada@example.com' }, ['USD', 'USDB']],
    [{}, ['USD']],
  ] as const) {
    const id = await create(api, fields);
    expect(codes(await own(api, id))).toEqual(currencies);
    expect((await api.send('GET', `/customers/${id}`)).body.currencies).toEqual(currencies);
  }
});

test('rule 121: each currency added later opens its account, once', async (api) => {
  const id = await create(api, { email: 'ada@example.com', currencies: ['USD'] });
  await api.send('PATCH', `/customers/${id}`, { currencies: ['USD', 'GBP', 'EUR'] });
  await api.send('PATCH', `/customers/${id}`, { currencies: ['GBP', 'BTC'] });
  expect(codes(await own(api, id))).toEqual(['BTC', 'EUR', 'GBP', 'USD']);
});

test('rule 121: a wallet is opened for a customer who has an e-mail address, or gets one with its currency', async (api) => {
  const update = { currencies: ['USD', 'USDB'] };
  const email = 'ada@example.com';
  for (const [fields, more] of [
    [{ email }, {}],
    [{}, { email: 'eve@example.com' }],
  ] as const) {
    const id = await create(api, { ...fields, currencies: ['USD'] });
    const path = `/customers/${id}`;
    if (!('email' in fields)) expectInvalid(await api.send('PATCH', path, update), 'currencies');
    expect((await api.send('PATCH', path, { ...update, ...more })).status).toBe(200);
    expect(await own(api, id)).toMatchObject([
      { balance: { currency: { code: 'USD' } } },
      { type: 'EMBEDDED_WALLET', privateEnabled: false, balance: { currency: { code: 'USDB' } } },
    ]);
  }
  const needed = { ...person, currencies: ['USDB'] };
  expectInvalid(await api.send('POST', '/customers', needed), 'email');
});

test('rule 121: the platform has an account for each supported currency from the start', async () => {
  const api = await open({ supportedCurrencies: ['USD', 'EUR'] });
  const accounts = await listed(api, '/platform/internal-accounts');
  expect(codes(accounts)).toEqual(['EUR', 'USD']);
  const supportedCurrencies = [configured('USD'), configured('MXN')];
  expect((await api.send('PATCH', '/config', { supportedCurrencies })).status).toBe(200);
  const later = await listed(api, '/platform/internal-accounts');
  expect(codes(later)).toEqual(['EUR', 'MXN', 'USD']);
  api.mock.reset();
  expect(await listed(api, '/platform/internal-accounts')).toEqual(accounts);
});

test('rule 121: an option makes the account in another currency the wallet', async () => {
  const api = await open({ embeddedWalletCurrencies: ['USD'] });
  const id = await create(api, { email: 'ada@example.com', currencies: ['USD', 'USDB'] });
  expect(await own(api, id)).toMatchObject([
    { type: 'EMBEDDED_WALLET', balance: { currency: { code: 'USD' } } },
    { type: 'INTERNAL_CRYPTO', balance: { currency: { code: 'USDB' } } },
  ]);
});

async function exported(api: OpenMock, { account, sessionKey }: SignedIn) {
  const clientKey = await generateClientKey();
  const body = { clientPublicKey: clientKey.publicKey };
  const path = `/internal-accounts/${account.id}/export`;
  const reply = await api.signed('POST', path, body, sessionKey);
  return { reply, clientKey, envelope: String(reply.body.encryptedWalletCredentials) };
}

test('rule 89: an export takes both legs, and its phrase opens with the client key alone', async (api) => {
  const signedIn = await api.signIn();
  const { reply, clientKey, envelope } = await exported(api, signedIn);
  expect(reply.status).toBe(200);
  expect(reply.body.id).toBe(signedIn.account.id);
  expect(JSON.parse(envelope)).toMatchObject({
    version: 'v1.0.0',
    dataSignature: '',
    enclaveQuorumPublic: '',
  });
  const phrase = await openWalletExport(envelope, clientKey);
  expect(validateMnemonic(phrase.mnemonic(), wordlist)).toBe(true);
  expect(phrase.mnemonic().split(' ')).toHaveLength(24);
  const other = await generateClientKey();
  await expect(openWalletExport(envelope, other)).rejects.toMatchObject({
    code: 'WALLET_EXPORT_UNOPENED',
  });
});

test('rule 89: a wallet has one phrase, sealed again each time, and wallets have different ones', async (api) => {
  const one = await api.signIn();
  const two = await api.signIn();
  const results = [];
  for (const each of [one, one, two]) results.push(await exported(api, each));
  const phrases = results.map(async ({ envelope, clientKey }) =>
    (await openWalletExport(envelope, clientKey)).mnemonic(),
  );
  const [first, again, other] = await Promise.all(phrases);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(new Set(results.map(({ envelope }) => envelope)).size).toBe(3);
});

test('rule 89: a strict mock seals to a client key once, and another one notes that it was used', async () => {
  for (const strict of [true, false]) {
    const api = await open({ strict });
    const { account, sessionKey } = await api.signIn();
    const body = { clientPublicKey: (await generateClientKey()).publicKey };
    const path = `/internal-accounts/${account.id}/export`;
    expect((await api.signed('POST', path, body, sessionKey)).status).toBe(200);
    const again = await api.send('POST', path, body);
    if (strict) expectInvalid(again, 'clientPublicKey');
    else expect(api.mock.requests.at(-1)?.notes).not.toEqual([]);
  }
});

test('rule 89: by option the envelope is signed by the key of the mock', async () => {
  const api = await open({ walletExportSignature: 'signed' });
  const { envelope, clientKey } = await exported(api, await api.signIn());
  const pinnedKey = api.mock.walletExportKey;
  const phrase = await openWalletExport(envelope, clientKey, { pinnedKey });
  expect(phrase.isVerified).toBe(true);
  const stranger = (await generateClientKey()).publicKey;
  const opened = openWalletExport(envelope, clientKey, { pinnedKey: stranger });
  await expect(opened).rejects.toMatchObject({ code: 'WALLET_EXPORT_UNTRUSTED' });
});

test('rule 87: logs, snapshots and challenges do not contain the phrase', async (api) => {
  const { envelope, clientKey } = await exported(api, await api.signIn());
  const mnemonic = (await openWalletExport(envelope, clientKey)).mnemonic();
  const traces = JSON.stringify([api.mock.requests, api.mock.snapshot(), api.mock.events]);
  expect(traces).not.toContain(mnemonic);
  expect(traces).not.toContain(mnemonic.split(' ').slice(0, 3).join(' '));
  expect(traces).not.toContain(JSON.parse(envelope).data);
});

test('rule 10: another account, a bad key and an unknown id are refused before a challenge', async (api) => {
  const { account, customer } = await api.signIn();
  const { publicKey: clientPublicKey } = await generateClientKey();
  const send = (id: string, body: object) =>
    api.send('POST', `/internal-accounts/${id}/export`, body);
  expectInvalid(await send(account.id, {}), 'clientPublicKey');
  expectInvalid(await send(account.id, { clientPublicKey: '04' }), 'clientPublicKey');
  const offCurve = { clientPublicKey: `04${'a'.repeat(128)}` };
  expectInvalid(await send(account.id, offCurve), 'clientPublicKey');
  for (const type of ['INTERNAL_FIAT', 'INTERNAL_CRYPTO']) {
    const { id } = api.mock.add.internalAccount({ customerId: customer.id, type });
    expectInvalid(await send(id, { clientPublicKey }), 'id');
  }
  expectRefused(await send('InternalAccount:x', { clientPublicKey }), 404, 'NOT_FOUND');
  expect(api.mock.snapshot().tables.challenges.rows).toEqual([]);
});

test('rule 93: the event of the status of an account shows another status than that of a new account', async (api) => {
  api.mock.webhooks.trigger('INTERNAL_ACCOUNT.STATUS_UPDATED');
  const [event] = api.mock.eventsOf('INTERNAL_ACCOUNT.STATUS_UPDATED');
  expect(event?.data).toMatchObject({ status: 'FROZEN' });
});
