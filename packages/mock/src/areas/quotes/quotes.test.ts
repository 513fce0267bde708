import { SIGNATURE_HEADER } from '@org/payments-contract';
import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  type OpenMock,
  stateOf,
} from '../../../test/support/open-mock.ts';
import { between, eventKinds, payer, type QuoteBody } from '../../../test/support/payers.ts';

async function walletQuote(api: OpenMock, available = 100_000) {
  const signedIn = await api.signIn();
  const { customer, account } = signedIn;
  await api.send('POST', `/sandbox/internal-accounts/${account.id}/fund`, { amount: available });
  const external = api.mock.add.externalAccount({ customerId: customer.id, currency: 'EUR' });
  const ask = (more: object = {}) =>
    api.send('POST', '/quotes', between(account.id, external.id, 10_000, more));
  const quote = (await ask()).body as unknown as QuoteBody;
  const info = quote.paymentInstructions?.[0]?.accountOrWalletInfo;
  const payload = String(info?.payloadToSign);
  const execute = (stamp?: string, headers: Record<string, string> = {}) =>
    api.send('POST', `/quotes/${quote.id}/execute`, undefined, {
      ...headers,
      ...(stamp === undefined ? {} : { [SIGNATURE_HEADER]: stamp }),
    });
  return { ...signedIn, ask, quote, info, payload, execute };
}

test('rule 95: rate, fees and amounts follow from the window of the exchange rates', async (api) => {
  const { quote } = payer(api);
  const search = 'sourceCurrency=USD&destinationCurrency=EUR&sendingAmount=12345';
  const rates = (await api.send('GET', `/exchange-rates?${search}`)).body.data as {
    receivingAmount: number;
    fees: { total: number };
  }[];
  const first = await quote({ lockedCurrencyAmount: 12_345 });
  expect(first.totalReceivingAmount).toBe(rates[0]?.receivingAmount);
  expect(first.feesIncluded).toBe(rates[0]?.fees.total);
  expect(first.totalSendingAmount).toBe(12_345);
  const net = first.totalSendingAmount - first.feesIncluded;
  expect(first.totalReceivingAmount).toBe(Math.floor(net / first.exchangeRate));
  api.mock.clock.advance({ minutes: 5 });
  expect((await quote({ lockedCurrencyAmount: 12_345 })).exchangeRate).not.toBe(first.exchangeRate);
});

test('rule 95: a quote expires at its time, and can be executed until one instant earlier', async (api) => {
  const { quote, execute, read, transaction } = payer(api);
  const [first, second] = [await quote(), await quote()];
  api.mock.clock.advance({ minutes: 5, milliseconds: -1 });
  expect((await execute(first.id)).status).toBe(200);
  api.mock.clock.advance({ milliseconds: 1 });
  expectRefused(await execute(second.id), 409, 'CONFLICT');
  expect(await read(second.id)).toMatchObject({ status: 'EXPIRED' });
  expect(await transaction(second.transactionId)).toMatchObject({
    status: 'EXPIRED',
    failureReason: 'QUOTE_EXPIRED',
  });
  expect(eventKinds(api, 'OUTGOING_PAYMENT.').at(-1)).toBe('OUTGOING_PAYMENT.EXPIRED');
});

test('rule 92: a quote that the account cannot pay for is refused, and stays', async (api) => {
  const { quote, ask, execute, read } = payer(api, '000123456', 9_999);
  const { id } = await quote();
  expectRefused(await execute(id), 400, 'AMOUNT_OUT_OF_RANGE');
  expect(await read(id)).toMatchObject({ status: 'PENDING' });
  const before = api.mock.ledger.balances();
  expectRefused(await ask({ immediatelyExecute: true }), 400, 'AMOUNT_OUT_OF_RANGE');
  expect(api.mock.ledger.balances()).toEqual(before);
  const whole = await ask({ immediatelyExecute: true, lockedCurrencyAmount: 9_999 });
  expect(whole.status).toBe(201);
});

test('rule 19: the stamp covers the payload of the quote and travels on the only request', async () => {
  const api = await open({ payloads: 'described' });
  const { quote, info, payload, execute, ...signedIn } = await walletQuote(api);
  const { sessionKey, customer, account } = signedIn;
  expect(info?.accountType).toBe('EMBEDDED_WALLET');
  for (const bound of [quote.id, String(quote.totalSendingAmount)]) {
    expect(payload).toContain(bound);
  }
  expect(JSON.parse(payload)).toMatchObject({ accountId: account.id });
  const before = stateOf(api.mock);
  expectUnauthorized(await execute(), 'missingSignature');
  expectUnauthorized(await execute('not a stamp'), 'stampNotBase64url');
  expectUnauthorized(await execute(await sessionKey.stamp(`${payload} `)), 'stampMismatch');
  for (const each of [undefined, customer]) {
    const foreign = await (await api.signIn(each)).sessionKey.stamp(payload);
    expectUnauthorized(await execute(foreign), 'foreignSession');
  }
  expect(JSON.parse(stateOf(api.mock)).quotes).toEqual(JSON.parse(before).quotes);
  const executed = await execute(await sessionKey.stamp(payload));
  expect(executed).toMatchObject({ status: 200, body: { status: 'PROCESSING' } });
  expect(executed.body).not.toHaveProperty('requestId');
  expectRefused(await execute(await sessionKey.stamp(payload)), 409, 'CONFLICT');
});

test('rule 21: the key of an expired session does not execute; the literal of the sandbox does', async () => {
  const api = await open({ quoteLifetime: 3_600_000 });
  const { payload, execute, sessionKey } = await walletQuote(api);
  api.mock.clock.advance({ minutes: 15 });
  expectUnauthorized(await execute(await sessionKey.stamp(payload)), 'sessionExpired');
  expect((await execute('sandbox-valid-signature')).status).toBe(200);
});

test('rule 95: of two equal requests with one key, one is carried out', async (api) => {
  const { payload, execute, sessionKey } = await walletQuote(api);
  const stamp = await sessionKey.stamp(payload);
  const key = { 'idempotency-key': 'once' };
  const all = await Promise.all([1, 2, 3].map(() => execute(stamp, key)));
  for (const { status, body } of all) expect([status, body]).toEqual([200, all[0]?.body]);
  const changing = api.mock.ledger.postings().filter(({ to }) => to.startsWith('hold/'));
  expect(changing).toHaveLength(1);
});

test('rule 169: a wallet signs each quote: immediate execution is refused', async (api) => {
  const { ask, payload } = await walletQuote(api);
  expectInvalid(await ask({ immediatelyExecute: true }), 'immediatelyExecute');
  expect(JSON.parse(payload)).toMatchObject({
    generateAppProofs: true,
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
    parameters: {
      type: 'TRANSACTION_TYPE_ETHEREUM',
      unsignedTransaction: expect.stringMatching(/^02[\da-f]{64}$/),
    },
  });
});

const realtime = (currency: string, more: object = {}) => ({
  sourceType: 'REALTIME_FUNDING',
  currency,
  ...more,
});

test.rows([
  ['USD', undefined, 'USD_ACCOUNT SOLANA_WALLET'],
  ['EUR', undefined, 'EUR_ACCOUNT'],
  ['GBP', undefined, 'GBP_ACCOUNT'],
  ['MXN', undefined, 'MXN_ACCOUNT'],
  ['BRL', undefined, 'BRL_ACCOUNT'],
  ['INR', undefined, 'INR_ACCOUNT'],
  ['PHP', undefined, 'PHP_ACCOUNT'],
  ['NGN', undefined, 'NGN_ACCOUNT'],
  ['USDC', 'SOLANA', 'SOLANA_WALLET'],
  ['USDC', 'BASE', 'BASE_WALLET'],
  ['USDC', 'ETHEREUM', 'ETHEREUM_WALLET'],
  ['USDC', 'POLYGON', 'POLYGON_WALLET'],
  ['USDT', 'TRON', 'TRON_WALLET'],
  ['USDT', 'ETHEREUM', 'ETHEREUM_WALLET'],
  ['USDT', 'PLASMA', 'PLASMA_WALLET'],
  ['USDT', 'SOLANA', 'SOLANA_WALLET'],
  ['BTC', 'SPARK', 'SPARK_WALLET'],
  ['USDB', undefined, 'SPARK_WALLET'],
  ['BTC', undefined, 'LIGHTNING'],
  ['BTC', 'BITCOIN', 'BITCOIN_L1'],
])(
  'rule 170: the instructions for %s on %s are a %s',
  async (api, currency, cryptoNetwork, accountTypes) => {
    const { quote, customerId } = payer(api);
    const network = cryptoNetwork === undefined ? {} : { cryptoNetwork };
    const source = realtime(currency, { customerId, ...network });
    const { paymentInstructions } = await quote({ source, lockedCurrencyAmount: 1_000_000 });
    const found = paymentInstructions?.map((each) => each.accountOrWalletInfo.accountType);
    expect(found?.join(' ')).toBe(accountTypes);
  },
);

test('rule 170: a network that the currency does not have, and an immediate execution, are refused', async (api) => {
  const { ask, customerId } = payer(api);
  const odd = {
    USDC: 'TRON PLASMA SPARK',
    USDT: 'BASE POLYGON SPARK',
    BTC: 'SOLANA',
    USDB: 'BASE',
    USD: 'SOLANA',
  };
  for (const [currency, networks] of Object.entries(odd)) {
    for (const cryptoNetwork of networks.split(' ')) {
      const source = realtime(currency, { customerId, cryptoNetwork });
      const wanted = { source, lockedCurrencyAmount: 1_000_000 };
      expectInvalid(await ask(wanted), 'source.cryptoNetwork');
    }
  }
  const now = { source: realtime('USD', { customerId }), immediatelyExecute: true };
  expectInvalid(await ask(now), 'immediatelyExecute');
});

const lookupPath = (address: string) => `/receiver/uma/${encodeURIComponent(address)}`;

test('rule 171: a lookup shows what the receiver accepts, and a quote can name it', async (api) => {
  const { ask, customerId, external } = payer(api);
  const umaAddress = '$success.eur@sandbox.example.com';
  const found = await api.send('GET', `${lookupPath(umaAddress)}?customerId=${customerId}`);
  expect(found.status).toBe(200);
  expect(found.body).toMatchObject({
    receiverUmaAddress: umaAddress,
    supportedCurrencies: [{ currency: { code: 'EUR' } }],
    requiredPayerDataFields: [{ name: 'FULL_NAME', mandatory: true }],
  });
  const destination = { destinationType: 'UMA_ADDRESS', umaAddress };
  const { lookupId } = found.body;
  const again = await api.send('GET', `${lookupPath(umaAddress)}?customerId=${customerId}`);
  expect(again.body.lookupId).not.toBe(lookupId);
  expect((await ask({ lookupId, destination })).status).toBe(201);
  expectInvalid(await ask({ lookupId }), 'lookupId');
  const unknown = await ask({ lookupId: 'Lookup:none', destination });
  expectRefused(unknown, 404, 'LOOKUP_REQUEST_NOT_FOUND');
  const account = await api.send('GET', `/receiver/external-account/${external.id}`);
  expect(account.body).toMatchObject({ accountId: external.id });
  expect((await ask({ lookupId: account.body.lookupId })).status).toBe(201);
});

test('rule 171: an address of a customer is found, another is not, a blocked provider is refused', async (api) => {
  const { customer, ask } = payer(api);
  const grace = { umaAddress: '$grace@platform.example.com', currencies: ['EUR', 'USD'] };
  const toUma = { destinationType: 'UMA_ADDRESS' } as const;
  const holders = [[customer, 'USD'] as const, [api.mock.add.customer(grace), 'EUR'] as const];
  for (const [{ umaAddress = '' }, code] of holders) {
    const found = await api.send('GET', lookupPath(umaAddress));
    expect(found.body).toMatchObject({ supportedCurrencies: [{ currency: { code } }] });
  }
  const asGrace = [`senderUmaAddress=${grace.umaAddress}`, `customerId=${holders[1]?.[0].id}`];
  for (const query of asGrace) {
    const { body } = await api.send('GET', `${lookupPath(grace.umaAddress)}?${query}`);
    expect(body).toMatchObject({ supportedCurrencies: [{ estimatedExchangeRate: 1 }] });
  }
  // The payment is one of its sender alone.
  const { lookupId } = (await api.send('GET', lookupPath(grace.umaAddress))).body;
  const to = { ...toUma, umaAddress: grace.umaAddress };
  const { body: quote } = await ask({ lookupId, destination: to });
  expect((await api.send('POST', `/quotes/${quote.id}/execute`)).status).toBe(200);
  api.mock.clock.advance({ days: 1 });
  for (const [index, [{ id }]] of holders.entries()) {
    const { body } = await api.send('GET', `/transactions?customerId=${id}`);
    expect(body.data).toMatchObject([{ status: 'COMPLETED' }].slice(index));
  }
  const unknown = '$nobody@sandbox.example.com';
  expectRefused(await api.send('GET', lookupPath(unknown)), 404, 'UMA_NOT_FOUND');
  expectRefused(await api.send('GET', lookupPath('nobody')), 400, 'INVALID_UMA_ADDRESS');
  const umaAddress = '$success.usd@blocked.example.com';
  const { lookupId: early } = (await api.send('GET', lookupPath(umaAddress))).body;
  api.mock.add.umaProvider({ domain: 'blocked.example.com', allowListStatus: false });
  const blocked = await api.send('GET', lookupPath(umaAddress));
  expectRefused(blocked, 403, 'COUNTERPARTY_NOT_ALLOWED');
  expectRefused(
    await ask({ lookupId: early, destination: { ...toUma, umaAddress } }),
    403,
    'COUNTERPARTY_NOT_ALLOWED',
  );
});

test('rule 193: the transfer that settles a payment to a UMA address is named once it is completed', async (api) => {
  const { ask } = payer(api);
  const umaAddress = '$success.eur@sandbox.example.com';
  const { lookupId } = (await api.send('GET', lookupPath(umaAddress))).body;
  const toUma = { lookupId, destination: { destinationType: 'UMA_ADDRESS', umaAddress } };
  const hashes: unknown[] = [];
  for (const how of [toUma, toUma, {}]) {
    const { body: quote } = await ask(how);
    const instructions = async () =>
      (await api.send('GET', `/transactions/${quote.transactionId}`)).body
        .reconciliationInstructions as Record<string, unknown>;
    const before = await instructions();
    expect(before).toEqual({ reference: expect.any(String) });
    await api.send('POST', `/quotes/${quote.id}/execute`);
    api.mock.clock.advance({ hours: 1 });
    const { transactionHash, ...rest } = await instructions();
    expect(rest).toEqual(before);
    hashes.push(transactionHash);
  }
  const signature = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,88}$/);
  expect(hashes).toEqual([signature, signature, undefined]);
  expect(hashes[0]).not.toBe(hashes[1]);
});

test("rule 171: a UMA receiver requires the sender's name, from the customer or the request", async (api) => {
  const { ask } = payer(api);
  const umaAddress = '$success.usd@sandbox.example.com';
  const from = (owner: object) => ({
    source: { sourceType: 'ACCOUNT', accountId: api.mock.add.internalAccount(owner).id },
    destination: { destinationType: 'UMA_ADDRESS', umaAddress },
  });
  const business = (more: object) => {
    const kind = { customerType: 'BUSINESS', kybStatus: 'APPROVED' } as const;
    return from({ customerId: api.mock.add.customer({ ...kind, ...more }).id });
  };
  const body = business({});
  const { lookupId: found } = (await api.send('GET', lookupPath(umaAddress))).body;
  const [blank, other] = [' ', {}].map((FULL_NAME) => ({
    ...body,
    senderCustomerInfo: { FULL_NAME },
  }));
  const { id: customerId } = api.mock.add.customer({ kycStatus: 'APPROVED', fullName: '' });
  for (const unnamed of [body, from({}), from({ customerId }), blank, other]) {
    expectRefused(await ask({ ...unnamed, lookupId: found }), 400, 'MISSING_MANDATORY_USER_INFO');
  }
  const legalName = 'Analytical Engines Ltd';
  expectInvalid(await ask(business({ businessInfo: { legalName } })), 'lookupId');
  const named = { ...body, senderCustomerInfo: { FULL_NAME: legalName } };
  expectInvalid(await ask(named), 'lookupId');
});

test.rows([
  ['BTC', 'BITCOIN SPARK'],
  ['USDC', 'BASE ETHEREUM POLYGON SOLANA'],
  ['USDT', 'ETHEREUM PLASMA SOLANA TRON'],
  ['USDB', 'SPARK'],
])('rule 172: %s is withdrawn on %s alone', async (api, currency, networks) => {
  const { id: internalAccountId } = api.mock.add.internalAccount({ currency });
  const asked = { internalAccountId, currency, amount: 25_000_000, destinationAddress: 'x' };
  for (const cryptoNetwork of 'BASE BITCOIN ETHEREUM PLASMA POLYGON SOLANA SPARK TRON'.split(' ')) {
    const reply = await api.send('POST', '/crypto/estimate-withdrawal-fee', {
      ...asked,
      cryptoNetwork,
    });
    if (networks.split(' ').includes(cryptoNetwork)) expect(reply.status).toBe(200);
    else expectInvalid(reply, 'cryptoNetwork');
  }
});

test("rule 172: a withdrawal costs the network's fee and the service's", async (api) => {
  const { id } = api.mock.add.internalAccount({ currency: 'USDC', available: 1 });
  const estimate = (more: object = {}) =>
    api.send('POST', '/crypto/estimate-withdrawal-fee', {
      internalAccountId: id,
      currency: 'USDC',
      cryptoNetwork: 'SOLANA',
      amount: 25_000_000,
      destinationAddress: 'x',
      ...more,
    });
  const { body } = await estimate();
  expect(body).toEqual({
    networkFee: 5_000,
    networkFeeAsset: 'USDC',
    applicationFee: 25_000,
    totalFee: 30_000,
    netAmount: 24_970_000,
  });
  for (const cryptoNetwork of ['BITCOIN', 'LATER', 'constructor'])
    expectInvalid(await estimate({ cryptoNetwork }), 'cryptoNetwork');
  for (const amount of [5_000, 5_006]) expectInvalid(await estimate({ amount }), 'amount');
  expect((await estimate({ amount: 5_007 })).body.netAmount).toBe(1);
  expectRefused(await estimate({ currency: 'BTC' }), 400, 'INVALID_CURRENCY');
  const euro = api.mock.add.internalAccount({ currency: 'EUR' }).id;
  const notCrypto = await estimate({ internalAccountId: euro, currency: 'EUR' });
  expectRefused(notCrypto, 400, 'INVALID_CURRENCY');
  const nowhere = { internalAccountId: 'InternalAccount:none' };
  expectRefused(await estimate(nowhere), 404, 'NOT_FOUND');
});

/** Executes a quote of 100.00 to an address, or an account that ends in three digits, and waits. */
async function pay(api: OpenMock, to: string, seconds: number) {
  const isAddress = to.startsWith('$');
  const scene = payer(api, isAddress ? undefined : `DE8937040044053201${to}`);
  const umaAddress = `${to}@sandbox.example.com`;
  const { lookupId } = isAddress ? (await api.send('GET', lookupPath(umaAddress))).body : {};
  const toAddress = { lookupId, destination: { destinationType: 'UMA_ADDRESS', umaAddress } };
  const quote = await scene.quote(isAddress ? toAddress : {});
  await scene.execute(quote.id);
  api.mock.clock.advance({ seconds });
  const transaction = await scene.transaction(quote.transactionId);
  return { ...scene, found: quote, transaction, funds: await scene.funds() };
}

const refunded = ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];
const [refused, lost] = ['QUOTE_EXECUTION_FAILED', 'COUNTERPARTY_POST_TX_FAILED'];

test.rows([
  { to: '001', kinds: ['COMPLETED'] },
  { to: '002', kinds: refunded, reason: refused },
  { to: '003', kinds: ['COMPLETED'], after: 360 },
  { to: '004', kinds: refunded, reason: lost },
  { to: '005', kinds: ['COMPLETED', ...refunded], reason: lost, after: 30 },
  { to: '006', kinds: refunded },
  { to: '007', kinds: ['FAILED', 'REFUND_PENDING', 'REFUND_FAILED'], reason: refused },
  { to: '$success.usd', kinds: ['COMPLETED'] },
  { to: '$success.eur', kinds: ['COMPLETED'] },
  { to: '$success.mxn', kinds: ['COMPLETED'] },
  { to: '$pending.long.usd', kinds: ['COMPLETED'], after: 360 },
  { to: '$fail.compliance.usd', kinds: refunded, reason: lost },
])(
  'rule 109: a payment to $to emits each of $kinds once, and ends',
  async (api, { to, kinds, reason, after = 0 }) => {
    const { transaction, funds } = await pay(api, to, 400);
    const all = ['PENDING', 'PROCESSING', ...kinds].map((kind) => `OUTGOING_PAYMENT.${kind}`);
    expect(eventKinds(api, 'OUTGOING_PAYMENT.')).toEqual(all);
    const at = (second: number) => new Date(Date.UTC(2026, 0, 5, 9, 0, second)).toISOString();
    const hasFailed = kinds.includes('FAILED');
    const isReturned = kinds.includes('REFUND_COMPLETED');
    const refund = {
      reference: expect.stringMatching(/^REFUND-\w+$/),
      status: isReturned ? 'COMPLETED' : 'FAILED',
      reason: to === '006' ? 'USER_CANCELLATION' : 'TRANSACTION_FAILED',
      initiatedAt: at(after),
      ...(isReturned ? { settledAt: at(after + 30) } : {}),
    };
    const { status, failureReason, settledAt } = transaction;
    expect([status, failureReason]).toEqual([hasFailed ? 'FAILED' : 'COMPLETED', reason]);
    expect(transaction.refund).toEqual(hasFailed ? refund : undefined);
    expect(settledAt).toBe(kinds[0] === 'COMPLETED' ? at(hasFailed ? 0 : after) : undefined);
    const code = to.startsWith('$') ? to.slice(-3).toUpperCase() : 'EUR';
    expect(transaction.receivedAmount).toMatchObject({ currency: { code } });
    expect(funds).toEqual(isReturned ? [100_000, 100_000] : [90_000, 90_000]);
    expect(api.mock.ledger.accounts().filter(({ kind }) => kind === 'hold')).toEqual([]);
  },
);

test('rule 91: a held amount stays held until the refund has ended, whatever is recorded', async (api) => {
  const { funds, transaction, read, found } = await pay(api, '004', 29);
  expect(transaction).toMatchObject({ status: 'FAILED', refund: { status: 'PENDING' } });
  expect(funds).toEqual([90_000, 100_000]);
  await api.send('POST', `/transactions/${found.transactionId}/confirm`);
  expect(api.mock.ledger.balances()).toMatchObject([{ holds: 10_000 }]);
  api.mock.clock.advance({ seconds: 1 });
  await read(found.id);
  expect(api.mock.ledger.balances()).toMatchObject([{ balances: 100_000, holds: 0 }]);
});

/** A payment whose money is collected from an account, to one whose number decides its end. */
async function collected(api: OpenMock, accountNumber: string) {
  const scene = payer(api);
  const { customerId } = scene;
  const add = (fields: object) => api.mock.add.externalAccount({ customerId, ...fields }).id;
  const quote = await scene.quote(between(add({}), add({ accountNumber }), 10_000));
  return { scene, quote };
}

test('rule 136: a quote is PROCESSING from its execution on, wherever its money comes from and goes to', async (api) => {
  const { scene, quote } = await collected(api, '000123003');
  const { customerId } = scene;
  const accountId = api.mock.add.internalAccount({ customerId, currency: 'EUR' }).id;
  const inside = await scene.quote({ destination: { destinationType: 'ACCOUNT', accountId } });
  for (const { id, transactionId } of [quote, inside]) {
    expect((await scene.execute(id)).body.status).toBe('PROCESSING');
    const told = api.mock.events.filter(({ data }) => Object(data).id === transactionId);
    const kinds = told.map(({ type }) => type.replace('OUTGOING_PAYMENT.', ''));
    expect(kinds.slice(0, 2)).toEqual(['PENDING', 'PROCESSING']);
  }
  expect((await scene.transaction(quote.transactionId)).status).toBe('PROCESSING');
});

test('rule 180: money that was collected for a payment that fails is refunded by itself too', async (api) => {
  const { scene, quote } = await collected(api, '000123004');
  await scene.execute(quote.id);
  const read = () => scene.transaction(quote.transactionId);
  expect(await read()).toMatchObject({ status: 'FAILED', refund: { status: 'PENDING' } });
  api.mock.clock.advance({ minutes: 1 });
  expect(await read()).toMatchObject({ status: 'FAILED', refund: { status: 'COMPLETED' } });
});
