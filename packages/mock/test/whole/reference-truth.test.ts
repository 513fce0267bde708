import { type Customer, SIGNATURE_HEADER } from '@org/payments-contract';
import { expect } from 'vitest';
import { open, test } from '../support/api-test.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  type OpenMock,
  type Reply,
} from '../support/open-mock.ts';
import { agentScene, arrival, between, payer } from '../support/payers.ts';

test('rule 107: an agent neither reads nor executes a quote that it did not create', async (api) => {
  const scene = agentScene(api);
  const body = between(scene.account.id, scene.external.id, 1000);
  const foreign = await api.send('POST', '/quotes', body);
  const path = `/quotes/${foreign.body.id}`;
  expectRefused(await scene.asAgent('GET', path), 404, 'QUOTE_NOT_FOUND');
  expectRefused(await scene.asAgent('POST', `${path}/execute`), 404, 'QUOTE_NOT_FOUND');
  const own = await scene.asAgent('POST', '/quotes', body);
  expect((await scene.asAgent('GET', `/quotes/${own.body.id}`)).body).toEqual(own.body);
  expect(own.body).not.toHaveProperty('createdByAgent');
  const { customerId, policy } = scene.agent;
  const { agent: other, accessToken } = api.mock.add.agent({ customerId, policy });
  const headers = { authorization: `Bearer ${accessToken}` };
  const read = await scene.asAgent('GET', `/quotes/${own.body.id}`, undefined, headers);
  expect(other.id).not.toBe(scene.agent.id);
  expectRefused(read, 404, 'QUOTE_NOT_FOUND');
  expect((await scene.asAgent('POST', `/quotes/${own.body.id}/execute`)).status).toBe(200);
});

test('rule 112: a quote collects from an external account where the rail allows it', async (api) => {
  const scene = payer(api);
  const { customerId } = scene;
  const from = (accountNumber: string) => {
    const { id } = api.mock.add.externalAccount({ customerId, accountNumber });
    return { source: { sourceType: 'ACCOUNT', accountId: id } };
  };
  const before = await scene.funds();
  const quote = await scene.quote(from('000123456'));
  expect((await scene.execute(quote.id)).status).toBe(200);
  expect(await scene.transaction(quote.transactionId)).toMatchObject({
    status: 'COMPLETED',
    customerId,
  });
  const empty = await scene.quote(from('000123002'));
  await scene.execute(empty.id);
  expect(await scene.transaction(empty.transactionId)).toMatchObject({
    status: 'FAILED',
    failureReason: 'QUOTE_EXECUTION_FAILED',
  });
  expect((await scene.ask({ ...from('000123456'), immediatelyExecute: true })).status).toBe(201);
  expect(await scene.funds()).toEqual(before);
  const european = { source: { sourceType: 'ACCOUNT', accountId: scene.external.id } };
  expectInvalid(await scene.ask(european), 'source.accountId');
});

test('rule 112: an agent collects from no account but those of its customer', async (api) => {
  const scene = agentScene(api);
  const ask = (accountId: string, more?: object) =>
    scene.asAgent('POST', '/quotes', between(accountId, scene.account.id, 1000, more));
  const { customerId } = scene;
  expect((await ask(api.mock.add.externalAccount({ customerId }).id)).status).toBe(201);
  const other = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: 'Customer:none' };
  expectRefused(await ask('', { source: other }), 404, 'NOT_FOUND');
  const foreign = [api.mock.add.externalAccount(), api.mock.add.internalAccount()];
  for (const { id } of foreign) expectRefused(await ask(id), 404, 'NOT_FOUND');
});

test("rule 112: a payment from outside without a customer is the platform's own", async (api) => {
  const scene = payer(api);
  const own = { sourceType: 'REALTIME_FUNDING', currency: 'USD' };
  const other = { sourceType: 'ACCOUNT', accountId: scene.account.id, customerId: 'Customer:none' };
  expectInvalid(await scene.ask({ source: other }), 'source.customerId');
  const quote = await scene.quote({ source: own });
  expect(quote).not.toHaveProperty('source.customerId');
  const sent = { quoteId: quote.id, currencyCode: 'USD' };
  expect((await api.send('POST', '/sandbox/send', sent)).status).toBe(200);
  expect(await scene.transaction(quote.transactionId)).toMatchObject({
    status: 'COMPLETED',
    platformCustomerId: 'platform',
  });
});

test('rule 114: an update is judged together with the stored fields', async (api) => {
  const create = async (fields: object) => {
    const body = { customerType: 'INDIVIDUAL', currencies: ['USD'], ...fields };
    return `/customers/${(await api.send('POST', '/customers', body)).body.id}`;
  };
  const american = await create({ taxIdType: 'SSN', taxIdentifier: '123-45-6789' });
  expectInvalid(await api.send('PATCH', american, { taxIdentifier: '99' }), 'taxIdentifier');
  expect((await api.send('PATCH', american, { fullName: 'Ada Byron' })).status).toBe(200);
  const foreign = {
    taxIdType: 'NON_US_TAX_ID',
    taxIdentifier: '1',
    taxIdCountryOfIssuance: 'GB',
  };
  const british = await create(foreign);
  expectInvalid(await api.send('PATCH', british, { taxIdType: 'SSN' }), 'taxIdType');
  const both = { taxIdType: 'SSN', taxIdentifier: '123-45-6789' };
  expect((await api.send('PATCH', british, both)).status).toBe(200);
  const other = await create({
    purposeOfAccount: 'OTHER',
    purposeOfAccountOtherDescription: 'Rent of a barn',
  });
  const emptied = { purposeOfAccountOtherDescription: '' };
  expectInvalid(await api.send('PATCH', other, emptied), 'purposeOfAccountOtherDescription');
});

test('rule 114: a nested update is judged together with the stored fields', async (api) => {
  const { id: customerId } = api.mock.add.customer({ customerType: 'BUSINESS' });
  const personalInfo = {
    firstName: 'Grace',
    lastName: 'Hopper',
    birthDate: '1990-12-09',
    nationality: 'GB',
    address: { line1: '1 Main Street', postalCode: '10001', country: 'US' },
    idType: 'NON_US_TAX_ID',
    identifier: 'QQ123456C',
    countryOfIssuance: 'GB',
  };
  const owner = { customerId, roles: ['UBO'], ownershipPercentage: 50, personalInfo };
  const { body } = await api.send('POST', '/beneficial-owners', owner);
  const update = (changes: object) =>
    api.send('PATCH', `/beneficial-owners/${body.id}`, { personalInfo: changes });
  expectInvalid(await update({ idType: 'SSN' }), 'personalInfo.idType');
  expect((await update({ idType: 'SSN', identifier: '123-45-6789' })).status).toBe(200);
  expectInvalid(await update({ identifier: '99' }), 'personalInfo.identifier');
});

test('rule 115: an account that is not a wallet has no credentials', async (api) => {
  const { id: customerId } = api.mock.add.customer();
  const { id: accountId } = api.mock.add.internalAccount({ customerId });
  const reply = await api.send('POST', '/auth/credentials', { type: 'EMAIL_OTP', accountId });
  expectInvalid(reply, 'accountId');
  expect(api.mock.snapshot().tables.challenges.rows).toEqual([]);
});

test('rule 118: what is only supported or required in some cases is refused otherwise', async (api) => {
  const scene = payer(api);
  const { customerId } = scene;
  const realtime = { sourceType: 'REALTIME_FUNDING', currency: 'USDC', customerId };
  for (const currency of ['USDC', 'USDT'])
    expectInvalid(await scene.ask({ source: { ...realtime, currency } }), 'source.cryptoNetwork');
  const onBase = { ...realtime, cryptoNetwork: 'BASE' };
  expect((await scene.ask({ source: onBase, lockedCurrencyAmount: 50_000_000 })).status).toBe(201);
  const euros = api.mock.add.internalAccount({ customerId, currency: 'EUR', available: 100_000 });
  const fee = (currency: string) => ({
    platformFeeOverride: {
      platformFixedFee: { amount: 10, currency },
      platformVariableFeeBps: 10,
    },
  });
  const source = { sourceType: 'ACCOUNT', accountId: euros.id };
  expectInvalid(await scene.ask({ source, ...fee('EUR') }), 'platformFeeOverride');
  expect((await scene.ask(fee('USD'))).status).toBe(201);
});

test('rule 169: no money leaves a wallet without its stamp, whoever asks and wherever it goes', async (api) => {
  const scene = agentScene(api);
  const { customerId, external } = scene;
  const { account, sessionKey } = await api.signIn({ id: customerId } as Customer);
  const [accountId, { code: currency }] = [account.id, account.balance.currency];
  await api.send('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: 90_000_000 });
  const umaAddress = '$success.eur@sandbox.example.com';
  const { lookupId } = (await api.send('GET', `/receiver/uma/${umaAddress}`)).body;
  const destinations = [
    { destination: { destinationType: 'ACCOUNT', accountId: external.id } },
    { destination: { destinationType: 'ACCOUNT', accountId: scene.account.id } },
    { destination: { destinationType: 'UMA_ADDRESS', umaAddress }, lookupId },
  ];
  const outside = api.mock.add.externalAccount({ customerId, currency });
  const ends = { source: { accountId }, destination: { accountId: outside.id } };
  for (const send of [api.send, scene.asAgent]) {
    for (const each of destinations) {
      const body = {
        source: { sourceType: 'ACCOUNT', accountId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 5_000_000,
        ...each,
      };
      const before = api.mock.ledger.balances();
      const now = { ...body, immediatelyExecute: true };
      expectInvalid(await send('POST', '/quotes', now), 'immediatelyExecute');
      const quote = (await send('POST', '/quotes', body)).body;
      const path = `/quotes/${quote.id}/execute`;
      expectUnauthorized(await send('POST', path), 'missingSignature');
      expect(api.mock.ledger.balances()).toEqual(before);
      const [{ accountOrWalletInfo: info }] = quote.paymentInstructions as [
        { accountOrWalletInfo: { payloadToSign: string } },
      ];
      const stamp = await sessionKey.stamp(info.payloadToSign);
      const signed = await send('POST', path, undefined, { [SIGNATURE_HEADER]: stamp });
      expect(signed.status).toBe(200);
    }
    expectInvalid(await send('POST', '/transfer-out', { ...ends, amount: 1 }), 'source.accountId');
  }
});

test('rule 6: what the platform calls a resource is not its id', async (api) => {
  const customer = api.mock.add.customer();
  const card = api.mock.add.card();
  const account = { customerId: customer.id, platformAccountId: 'mine' };
  api.mock.add.externalAccount(account);
  for (const path of [
    `/tokens/${api.mock.add.token().clientId}`,
    `/customers/${customer.platformCustomerId}`,
    `/customers/external-accounts/${account.platformAccountId}`,
  ]) {
    expect((await api.send('DELETE', path)).status, path).toBe(404);
    expect((await api.send('GET', path)).status, path).toBe(404);
  }
  expect((await api.send('GET', `/cards/${card.platformCardId}`)).status).toBe(404);
});

test('rule 179: an address is the same in any case, wherever it is named', async (api) => {
  const scene = await arrival(api, '$Fail.Compliance.USD');
  await scene.decide('approve');
  const { customer, body } = scene;
  expect(await scene.transaction(String(body.id))).toMatchObject({ status: 'FAILED' });
  const other = customer.umaAddress?.toUpperCase();
  expect((await scene.receive({ receiverUmaAddress: other })).status).toBe(200);
  const [small, large] = ['$success.eur@sandbox.example.com', '$SUCCESS.eur@Sandbox.example.com'];
  for (const looked of [small, large]) {
    const { lookupId } = (await api.send('GET', `/receiver/uma/${looked}`)).body;
    for (const umaAddress of [small, large]) {
      const destination = { destinationType: 'UMA_ADDRESS', umaAddress };
      expect((await scene.ask({ destination, lookupId })).status).toBe(201);
    }
  }
  for (const query of [
    `customers?umaAddress=${other}`,
    'transactions?receiverAccountIdentifier=$SUCCESS.EUR@sandbox.example.com',
    `transactions?customerId=${customer.id}&senderAccountIdentifier=$fail.compliance.usd@sandbox.example.com`,
  ]) {
    expect((await api.send('GET', `/${query}`)).body.totalCount, query).toBeGreaterThan(0);
  }
});

/** An account with 1000, and 500 that are held for a use of its card: what is left of 1001, and who takes it. */
async function takings(api: OpenMock) {
  const scene = agentScene(api, { available: 1500 });
  const [source, destination] = [{ accountId: scene.account.id }, { accountId: scene.external.id }];
  const { id: card } = api.mock.add.card({ fundingSources: [scene.account.id] });
  const simulate = (what: string, amount?: number, cardTransactionId?: unknown) => {
    const use = { currency: { code: 'USD' }, merchant: { descriptor: 'SHOP' } };
    const body = { amount, ...(cardTransactionId === undefined ? use : { cardTransactionId }) };
    return api.send('POST', `/sandbox/cards/${card}/simulate/${what}`, body);
  };
  const pay = async (send: OpenMock['send'], amount: number) => {
    const sent = between(source.accountId, destination.accountId, amount);
    const { body } = await send('POST', '/quotes', sent);
    return send('POST', `/quotes/${body.id}/execute`);
  };
  const change = async (what: string, amount: number) =>
    simulate(what, amount, (await simulate('authorization', 10)).body.id);
  const reverse = async (amount: number) => {
    const { id } = (await simulate('authorization', 1000)).body;
    for (const what of ['clearing', 'return']) await simulate(what, 1000, id);
    if (amount > 1000) await simulate('authorization', amount - 1000);
    return simulate('return_reversal', undefined, id);
  };
  const { id: coin } = api.mock.add.stablecoin({ symbol: 'USDB' });
  const minted = {
    fundingSource: { type: 'SERVICE_INTERNAL_ACCOUNT', ...source },
    destination: { accountId: api.mock.add.internalAccount({ currency: 'USDB' }).id },
  };
  const mint = (body: object) =>
    api.send('POST', `/stablecoins/${coin}/mints`, body, { 'idempotency-key': 'k' });
  await simulate('authorization', 500);
  const ways: Readonly<Record<string, readonly [number, (amount: number) => Promise<Reply>]>> = {
    transfer: [
      1000,
      (amount) => api.send('POST', '/transfer-out', { source, destination, amount }),
    ],
    'transfer of an agent': [1000, (amount) => scene.out(amount)],
    quote: [1000, (amount) => pay(api.send, amount)],
    'quote of an agent': [1000, (amount) => pay(scene.asAgent, amount)],
    use: [1000, (amount) => simulate('authorization', amount)],
    'use in one step': [1000, (amount) => simulate('financial_authorization', amount)],
    clearing: [990, (amount) => change('clearing', amount)],
    advice: [990, (amount) => change('authorization_advice', amount)],
    'reversal of a return': [999, reverse],
    mint: [1000, (amount) => mint({ ...minted, amount: `${amount}0000` })],
  };
  const left = () => api.mock.ledger.accounts().find(({ id }) => id === scene.account.id)?.amount;
  return { ways, left };
}

test.each(['exception', 'refuse'] as const)(
  'rules 81, 90 and 92: what is available is taken to the last, and nothing that is held (%s)',
  async (choice) => {
    for (const name of Object.keys((await takings(await open())).ways)) {
      for (const amount of [1000, 1001]) {
        const { ways, left } = await takings(await open({ clearingBeyondBalance: choice }));
        const [rest, take] = ways[name] as NonNullable<(typeof ways)[string]>;
        const { status, body } = await take(amount);
        const isDeclined = /^use/.test(name) || `${name} ${choice}` === 'clearing exception';
        const isRefused = amount > 1000 && !isDeclined;
        const expected = isRefused ? [400, 'AMOUNT_OUT_OF_RANGE'] : [200, undefined];
        const shown = [status < 300 ? 200 : status, body.code, left()];
        const after = amount > 1000 ? rest : 0;
        expect([name, amount, ...shown]).toEqual([name, amount, ...expected, after]);
      }
    }
  },
);
