import { describe, expect } from 'vitest';
import { test } from '../../../test/support/api-test.ts';
import {
  expectInvalid,
  expectRefused,
  idsOf,
  type OpenMock,
} from '../../../test/support/open-mock.ts';

let keys = 0;
const key = () => ({ 'idempotency-key': `key-${++keys}` });

const token = {
  providerTokenIdentifier: 'token-usdb',
  networkTokenIdentifier: 'btkn1x',
  network: 'SPARK',
};

/** A stablecoin of 6 decimals, a dollar account with money, and the platform's account in it. */
function issuing({ mock }: OpenMock, available = 500_00) {
  const stablecoin = mock.add.stablecoin({ symbol: 'USDB' });
  const { id: dollars } = mock.add.internalAccount({ available });
  const held = mock.add.internalAccount({ currency: 'USDB', available: 9_000_000 });
  const bank = mock.add.externalAccount({ isPlatformAccount: true });
  const path = `/stablecoins/${stablecoin.id}`;
  const mint = (fundingSource: object, amount = '20000000') => ({
    amount,
    fundingSource,
    destination: { accountId: held.id },
  });
  const burn = (source: object, externalAccountId: string = bank.id) => ({
    amount: '4000000',
    source,
    destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId, rail: 'ACH_CREDIT' },
  });
  return { stablecoin, dollars, held: held.id, bank: bank.id, path, mint, burn };
}

const balance = (api: OpenMock, id: string) =>
  api.mock.ledger.accounts().find((account) => account.id === id)?.amount;

test('rule 150: an account of a provider is linked once, and its secret is never returned', async (api) => {
  const body = { provider: 'issuer', apiClientId: 'c1', apiClientSecret: 'hidden-secret' };
  const path = '/stablecoin-provider-accounts';
  expectInvalid(await api.send('POST', path, body), 'idempotencyKey');
  const long = { 'idempotency-key': 'k'.repeat(256) };
  expectInvalid(await api.send('POST', path, body, long), 'idempotencyKey');
  const linked = await api.send('POST', path, body, { 'idempotency-key': 'k'.repeat(255) });
  expect(linked).toMatchObject({ status: 201, body: { provider: 'issuer', status: 'ACTIVE' } });
  expect((await api.send('GET', `${path}/${linked.body.id}`)).body).toEqual(linked.body);
  expect((await api.send('GET', `${path}?status=ACTIVE`)).body.data).toEqual([linked.body]);
  expect((await api.send('GET', `${path}?status=REVOKED`)).body.data).toEqual([]);
  expectRefused(await api.send('POST', path, body, key()), 409, 'CONFLICT');
  for (const other of [{ provider: 'another' }, { apiClientId: 'c2' }]) {
    expect((await api.send('POST', path, { ...body, ...other }, key())).status).toBe(201);
  }
  const refused = { ...body, apiClientId: 'client-002' };
  const code = 'STABLECOIN_PROVIDER_ACCOUNT_INVALID';
  expectRefused(await api.send('POST', path, refused, key()), 400, code);
  expect(JSON.stringify([api.mock.snapshot(), api.mock.requests])).not.toContain('hidden-secret');
});

test('rule 151: a stablecoin is registered once, through the active account or the one that is named', async (api) => {
  const send = (more: object = {}) =>
    api.send('POST', '/stablecoins', { ...token, ...more }, key());
  expectRefused(await send(), 404, 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND');
  const first = api.mock.add.stablecoinProviderAccount();
  const revoked = api.mock.add.stablecoinProviderAccount({ status: 'REVOKED' });
  const named = (id: string) => send({ stablecoinProviderAccountId: id });
  expectRefused(await named(revoked.id), 400, 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED');
  const invalid = api.mock.add.stablecoinProviderAccount({ status: 'INVALID' });
  expectRefused(await named(invalid.id), 400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID');
  expectInvalid(await api.send('POST', '/stablecoins', token), 'idempotencyKey');
  const another = { providerTokenIdentifier: 'token-acme', networkTokenIdentifier: 'btkn1y' };
  expect((await send(another)).body).toMatchObject({ symbol: 'ACME', currency: 'ACME' });
  const second = api.mock.add.stablecoinProviderAccount();
  expectRefused(await send(), 400, 'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED');
  const registered = await named(second.id);
  expect(registered).toMatchObject({
    status: 201,
    body: { ...token, symbol: 'USDB', decimals: 6, stablecoinProviderAccountId: second.id },
  });
  expectRefused(await named(first.id), 409, 'CONFLICT');
  const found = await api.send('GET', '/stablecoins?serviceOperationsStatus=ENABLED');
  expect(found.body.data).toContainEqual(registered.body);
  expect((await api.send('GET', '/stablecoins?provider=other')).body.data).toEqual([]);
  api.mock.add.stablecoin({ symbol: 'ACME' });
  api.mock.add.stablecoin({ symbol: 'LATER', serviceOperationsStatus: 'DISABLED' });
  const held = { type: 'INTERNAL_CRYPTO', status: 'ACTIVE' };
  for (const [code, accounts] of [
    ['USDB', [held]],
    ['ACME', [held]],
    ['LATER', []],
  ] as const) {
    const own = await api.send('GET', `/platform/internal-accounts?currency=${code}`);
    expect(own.body.data, code).toMatchObject(accounts);
  }
});

test('rule 152: how to pay is shown while money is awaited, and who gets what until the end', async (api) => {
  const { dollars, held, path, mint, burn } = issuing(api, 20_00);
  const read = async (id: unknown) => (await api.send('GET', `/stablecoin-operations/${id}`)).body;
  const send = async (to: string, body: object) =>
    (await api.send('POST', `${path}/${to}`, { ...body, description: 'October' }, key())).body;
  const wired = await send('mints', mint({ type: 'WIRE' }));
  expect(wired).toMatchObject({
    ...{ status: 'PENDING_FUNDING', description: 'October', expiresAt: '2026-01-06T09:00:00.000Z' },
    fundingInstructions: { rail: 'WIRE', valueType: 'USD' },
  });
  api.mock.clock.advance({ minutes: 1 });
  expect(await read(wired.id)).toMatchObject({
    status: 'COMPLETED',
    destination: { accountId: held },
  });
  expect(await read(wired.id)).not.toHaveProperty('fundingInstructions');
  // All that an account has can be used.
  const source = { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: dollars };
  const paid = await send('mints', mint(source));
  expect(paid).toMatchObject({ status: 'PROCESSING', source });
  expect(paid).not.toHaveProperty('expiresAt');
  const burnt = await send('burns', burn({ ...source, accountId: held }));
  expect(burnt).toMatchObject({ operationType: 'BURN', description: 'October' });
  const { account } = api.mock.add.wallet({ currency: 'USDB' });
  const toWallet = { ...mint({ type: 'WIRE' }), destination: { accountId: account.id } };
  expect(await send('mints', toWallet)).toMatchObject({ status: 'PENDING_FUNDING' });
});

const balanceAtProvider = {
  type: 'PROVIDER_INTERNAL_BALANCE',
  sourceTokenIdentifier: 'token-usd',
  cryptoNetwork: 'SPARK',
};
const atOnce = { status: 'PROCESSING' };
const sources: readonly (readonly [to: string, source: object, begins: object])[] = [
  ['mints', balanceAtProvider, atOnce],
  ['mints', { type: 'ACH_DEBIT', externalAccountId: 'bank' }, atOnce],
  ['mints', { type: 'SAME_DAY_ACH_DEBIT', externalAccountId: 'bank' }, atOnce],
  ['burns', { type: 'PROVIDER_INTERNAL_BALANCE' }, atOnce],
  [
    'burns',
    { type: 'EXTERNAL_ACCOUNT' },
    {
      status: 'PENDING_FUNDING',
      expiresAt: '2026-01-06T09:00:00.000Z',
      fundingInstructions: {
        network: 'SPARK',
        valueType: 'USDB',
        address: expect.stringMatching(/^spark1[0-9a-f]+$/),
      },
    },
  ],
];

test.rows(sources)(
  'rule 152: %s from %j begin and end without the platform',
  async (api, to, given, begins) => {
    const { held, bank, path, mint, burn, stablecoin } = issuing(api);
    const source = 'externalAccountId' in given ? { ...given, externalAccountId: bank } : given;
    const isMint = to === 'mints';
    const begun = await api.send('POST', `${path}/${to}`, (isMint ? mint : burn)(source), key());
    const { stablecoinProviderAccountId, provider } = stablecoin;
    const rail = 'ACH_CREDIT';
    expect(begun).toMatchObject({
      status: 201,
      body: {
        ...{
          stablecoinId: stablecoin.id,
          stablecoinProviderAccountId,
          provider,
          source,
          ...begins,
        },
        ...(isMint
          ? { operationType: 'MINT', amount: '20000000', destination: { accountId: held } }
          : {
              operationType: 'BURN',
              amount: '4000000',
              destination: { accountId: bank, rail },
              estimatedDelivery: { rail, amount: '400', currency: 'USD' },
            }),
      },
    });
    expect(begun.body).not.toHaveProperty('description');
    api.mock.clock.advance({ minutes: 1 });
    const ended = (await api.send('GET', `/stablecoin-operations/${begun.body.id}`)).body;
    expect(ended).toMatchObject({ status: 'COMPLETED', source });
    expect(ended).not.toHaveProperty('failureReason');
    expect(balance(api, held)).toBe(isMint ? 29_000_000 : 9_000_000);
  },
);

test('rule 152: stablecoins go to a wallet on Spark too, and mints and burns are listed newest first', async (api) => {
  const { held, path, mint, burn } = issuing(api);
  const send = (body: object, to = 'mints') => api.send('POST', `${path}/${to}`, body, key());
  const add = (accountInfo: object) =>
    api.mock.add.externalAccount({ currency: 'USDB', accountInfo } as never).id;
  const accountId = add({ accountType: 'SPARK_WALLET', address: `spark1${'q'.repeat(40)}` });
  const first = await send({ ...mint(balanceAtProvider), destination: { accountId } });
  expect(first).toMatchObject({ status: 201, body: { destination: { accountId } } });
  api.mock.clock.advance({ minutes: 1 });
  expect(balance(api, held)).toBe(9_000_000);
  const second = await send(burn({ type: 'PROVIDER_INTERNAL_BALANCE' }), 'burns');
  const ids = async (query = '') => idsOf(await api.send('GET', `${path}/operations${query}`));
  expect(await ids()).toEqual([second.body.id, first.body.id]);
  expect(await ids('?operationType=MINT')).toEqual([first.body.id]);
  expect(await ids('?operationType=BURN')).toEqual([second.body.id]);
  const another = api.mock.add.stablecoin({ symbol: 'ACME' }).id;
  const none = await api.send('GET', `/stablecoins/${another}/operations`);
  expect(idsOf(none)).toEqual([]);
  expectRefused(await api.send('GET', '/stablecoins/Stablecoin:none/operations'), 404, 'NOT_FOUND');
});

test('rule 152: what is never paid for expires', async (api) => {
  const { id } = api.mock.add.stablecoinOperation({ expiresAt: '2026-01-05T10:00:00Z' });
  const status = async () => (await api.send('GET', `/stablecoin-operations/${id}`)).body.status;
  expect(await status()).toBe('PENDING_FUNDING');
  api.mock.clock.advance({ hours: 2 });
  expect(await status()).toBe('EXPIRED');
});

test('rule 152: a debit that the bank refuses mints nothing', async (api) => {
  const { held, path, mint } = issuing(api);
  const bank = api.mock.add.externalAccount({ accountNumber: '000000002' });
  const source = { type: 'ACH_DEBIT', externalAccountId: bank.id };
  const { id } = (await api.send('POST', `${path}/mints`, mint(source), key())).body;
  const read = await api.send('GET', `/stablecoin-operations/${id}`);
  expect(read.body).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' });
  expect(balance(api, held)).toBe(9_000_000);
});

test('rule 152: a burn returns the stablecoins when the payout fails, and pays them out otherwise', async (api) => {
  const { held, path, burn } = issuing(api);
  const source = { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: held };
  const settled = async (id: unknown) =>
    (await api.send('GET', `/stablecoin-operations/${id}`)).body.status;
  const bank = api.mock.add.externalAccount({ accountNumber: '000000005' });
  const failing = await api.send('POST', `${path}/burns`, burn(source, bank.id), key());
  expect(balance(api, held)).toBe(5_000_000);
  api.mock.clock.advance({ minutes: 1 });
  expect(await settled(failing.body.id)).toBe('FAILED');
  expect(balance(api, held)).toBe(9_000_000);
  const paid = await api.send('POST', `${path}/burns`, burn(source), key());
  api.mock.clock.advance({ minutes: 1 });
  expect(await settled(paid.body.id)).toBe('COMPLETED');
  const [ledger] = api.mock.ledger.balances().filter(({ currency }) => currency === 'USDB');
  expect(ledger).toMatchObject({ balances: 5_000_000, holds: 0, moneyOut: 4_000_000 });
});

describe('a mint or burn is refused', () => {
  test('rule 153: for an amount of 0, of more decimals than the currency has, or that is not there', async (api) => {
    const { dollars, path, mint } = issuing(api, 10_00);
    const source = { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: dollars };
    const send = (amount: string) => api.send('POST', `${path}/mints`, mint(source, amount), key());
    expectRefused(await send('0'), 400, 'INVALID_AMOUNT');
    expectRefused(await send('20000001'), 400, 'INVALID_AMOUNT');
    expectRefused(await send('20000000'), 400, 'AMOUNT_OUT_OF_RANGE');
    expectInvalid(await send('-5'), 'amount');
    expect(balance(api, dollars)).toBe(10_00);
  });

  test('rule 153: for accounts in another currency, that are closed, or that only a customer can use', async (api) => {
    const { path, mint, burn, held } = issuing(api);
    const { id: euros } = api.mock.add.internalAccount({ currency: 'EUR', available: 1 });
    const from = (accountId: string) => mint({ type: 'SERVICE_INTERNAL_ACCOUNT', accountId });
    const send = (body: object, to = 'mints') => api.send('POST', `${path}/${to}`, body, key());
    expectRefused(await send(from(euros)), 400, 'INVALID_CURRENCY');
    const inEuros = api.mock.add.externalAccount({ isPlatformAccount: true, currency: 'EUR' }).id;
    const ofPlatform = { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: held };
    expectRefused(await send(burn(ofPlatform, inEuros), 'burns'), 400, 'INVALID_CURRENCY');
    const { id: frozen } = api.mock.add.internalAccount({ status: 'FROZEN', available: 500_00 });
    expectInvalid(await send(from(frozen)), 'fundingSource.accountId');
    const wallet = api.mock.add.wallet({ available: 500_00 }).account.id;
    expectInvalid(await send(from(wallet)), 'fundingSource.accountId');
    const { id: coins } = api.mock.add.wallet({ currency: 'USDB', available: 9_000_000 }).account;
    const ofWallet = burn({ type: 'SERVICE_INTERNAL_ACCOUNT', accountId: coins });
    expectInvalid(await send(ofWallet, 'burns'), 'source.accountId');
    expectRefused(await send(from('InternalAccount:none')), 404, 'NOT_FOUND');
    const bank = api.mock.add.externalAccount({ status: 'INACTIVE' }).id;
    const source = { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: held };
    expectInvalid(await send(burn(source, bank), 'burns'), 'destination.externalAccountId');
  });

  test('rule 153: for a stablecoin that is not handled, or whose linked account was revoked', async (api) => {
    const { mint } = issuing(api);
    const send = (id: string) =>
      api.send('POST', `/stablecoins/${id}/mints`, mint({ type: 'WIRE' }), key());
    const disabled = api.mock.add.stablecoin({ serviceOperationsStatus: 'DISABLED' });
    expectRefused(await send(disabled.id), 409, 'CONFLICT');
    const pending = api.mock.add.stablecoin({ issuanceStatus: 'PENDING_REVIEW' });
    expectRefused(await send(pending.id), 409, 'CONFLICT');
    const keyless = await api.send(
      'POST',
      `/stablecoins/${pending.id}/mints`,
      mint({ type: 'WIRE' }),
    );
    expectInvalid(keyless, 'idempotencyKey');
    const shown = (await api.send('GET', `/stablecoins/${disabled.id}`)).body;
    expect(shown).not.toHaveProperty('currency');
    const account = api.mock.add.stablecoinProviderAccount({ status: 'REVOKED' });
    const { id } = api.mock.add.stablecoin({ stablecoinProviderAccountId: account.id });
    expectRefused(await send(id), 400, 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED');
    expectRefused(await send('Stablecoin:none'), 404, 'NOT_FOUND');
  });
});
