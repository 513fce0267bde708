import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import { expectInvalid, expectRefused, type OpenMock } from '../../../test/support/open-mock.ts';
import { between, configured, eventKinds } from '../../../test/support/payers.ts';

function transferScene(api: OpenMock, accountNumber: string, available = 1000) {
  const { id: customerId } = api.mock.add.customer();
  const account = api.mock.add.internalAccount({ customerId, available });
  const external = api.mock.add.externalAccount({ customerId, accountNumber });
  const here = { accountId: account.id };
  const there = { accountId: external.id };
  const send = (kind: 'in' | 'out' | 'quote', amount: number, headers = {}) => {
    const [source, destination] = kind === 'in' ? [there, here] : [here, there];
    if (kind !== 'quote') {
      return api.send('POST', `/transfer-${kind}`, { source, destination, amount }, headers);
    }
    const body = between(source.accountId, destination.accountId, amount);
    return api.send('POST', '/quotes', body, headers);
  };
  const out = (amount: number, headers?: Record<string, string>) => send('out', amount, headers);
  const into = (amount: number) => send('in', amount);
  const funds = async () => {
    const path = `/customers/internal-accounts?customerId=${customerId}`;
    const [found] = (await api.send('GET', path)).body.data as {
      balance: { amount: number };
      totalBalance: { amount: number };
    }[];
    return [found?.balance.amount, found?.totalBalance.amount];
  };
  const read = async (id: unknown) => (await api.send('GET', `/transactions/${id}`)).body;
  return { customerId, account, external, send, out, into, funds, read };
}

const failed = { status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' };

test.rows([
  ['123001', { status: 'COMPLETED' }, undefined, 900],
  ['123002', failed, undefined, 1000],
  ['123003', failed, 'PENDING', 1000],
  ['123004', failed, 'PENDING', 1000],
  ['$ada002@example.com', failed, undefined, 1000],
  ['$ada@example.002', { status: 'COMPLETED' }, undefined, 900],
])(
  'rule 81: transfers with %s are %j, with a refund that is %s',
  async (api, number, end, refund, left) => {
    const { out, into, funds, read } = transferScene(api, number);
    const sent = await out(100);
    expect(sent).toMatchObject({
      status: 201,
      body: { type: 'OUTGOING', sentAmount: { amount: 100 } },
    });
    expect(sent.body).toMatchObject(end === failed ? end : { status: 'PENDING' });
    const found = await read(sent.body.id);
    expect(found).toMatchObject(end);
    expect(Object(found.refund).status).toBe(refund);
    expect(await funds()).toEqual(refund === undefined ? [left, left] : [900, 1000]);
    api.mock.clock.advance({ seconds: 30 });
    expect(await funds()).toEqual([left, left]);
    if (refund !== undefined) {
      const returned = { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' };
      expect((await read(sent.body.id)).refund).toMatchObject(returned);
    }
    const pulled = await into(100);
    expect(await read(pulled.body.id)).toMatchObject({ type: 'INCOMING', ...end });
    expect(await funds()).toEqual([1000, 1000]);
    // What could not be pulled has nothing to return.
    expect(eventKinds(api, 'INCOMING')).toEqual([`INCOMING_PAYMENT.${end.status}`]);
  },
);

test('rule 95: a key is for one request of its caller, whatever its operation', async (api) => {
  const { out, send, funds } = transferScene(api, '1');
  const key = { 'idempotency-key': 'k' };
  const { body } = await out(100, key);
  for (const other of [
    await out(200, key),
    await send('in', 100, key),
    await send('quote', 1, key),
  ]) {
    expectRefused(other, 409, 'CONFLICT');
    expect(other.body.message).toContain('idempotency key');
  }
  expect((await out(100, key)).body).toEqual(body);
  expect(await funds()).toEqual([900, 900]);
  expect((await send('in', 100, { 'idempotency-key': 'other' })).status).toBe(201);
  expectRefused(await out(5000, { 'idempotency-key': 'third' }), 400, 'AMOUNT_OUT_OF_RANGE');
  expect((await out(1, { 'idempotency-key': 'third' })).status).toBe(201);
});

test('a lenient key gets the first response for any request to its operation', async () => {
  const api = await open({ idempotency: 'lenient' });
  const { out, send, funds } = transferScene(api, '1');
  const key = { 'idempotency-key': 'k' };
  const { body } = await out(100, key);
  expect((await out(200, key)).body).toEqual(body);
  expect((await send('in', 100, key)).status).toBe(201);
  expect(await funds()).toEqual([1000, 1000]);
  const { id: accountId } = api.mock.add.internalAccount({ currency: 'ACMEUSD' });
  const mint = { amount: '10000', fundingSource: { type: 'WIRE' }, destination: { accountId } };
  for (const { id } of [api.mock.add.stablecoin(), api.mock.add.stablecoin()]) {
    const minted = await api.send('POST', `/stablecoins/${id}/mints`, mint, key);
    expect(minted.body).toMatchObject({ stablecoinId: id });
  }
});

test('rule 94: no approval is asked for money that the platform itself pulls', async (api) => {
  const [quick, slow] = [transferScene(api, '123456'), transferScene(api, '123005')];
  const asked: string[] = [];
  api.mock.deliverTo(async (request) => {
    asked.push(((await request.json()) as { readonly type: string }).type);
    return Response.json({ reason: 'unknown sender' }, { status: 403 });
  });
  const { body } = await quick.into(10);
  expect(await quick.read(body.id)).toMatchObject({ status: 'COMPLETED' });
  const { id, status } = (await slow.into(10)).body;
  expect(status).toBe('PENDING');
  await api.mock.webhooks.flush();
  const read = async () => (await slow.read(id)).status;
  expect(await read()).toBe('PENDING');
  api.mock.clock.advance({ seconds: 31 });
  await api.mock.webhooks.flush();
  expect(await read()).toBe('FAILED');
  expect(eventKinds(api, 'INCOMING')).toEqual([
    'INCOMING_PAYMENT.COMPLETED',
    'INCOMING_PAYMENT.FAILED',
  ]);
  const [failed] = api.mock.eventsOf('INCOMING_PAYMENT.FAILED');
  expect(failed?.timestamp).toBe('2026-01-05T09:00:30.000Z');
  expect(asked).not.toContain('INCOMING_PAYMENT.PENDING');
});

test('rules 94 and 128: a transfer that waits is not approved, but cancelled once: what was held returns at once', async (api) => {
  const { out, into, read, funds } = transferScene(api, '123005');
  const cancel = (id: unknown) => api.send('POST', `/transactions/${id}/cancel`);
  const [sent, pulled] = [await out(100), await into(100)];
  expect(await funds()).toEqual([900, 1000]);
  for (const verb of ['approve', 'reject']) {
    const reply = await api.send('POST', `/transactions/${pulled.body.id}/${verb}`);
    expectRefused(reply, 409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL');
    expect(reply.headers.get('mock-explanation')).toMatch(/a transfer that the platform requested/);
  }
  const at = new Date(api.mock.clock.now()).toISOString();
  const refund = {
    ...{ reference: expect.stringMatching(/^REFUND-\w+$/), status: 'COMPLETED' },
    ...{ reason: 'USER_CANCELLATION', initiatedAt: at, settledAt: at },
  };
  const { body } = await cancel(sent.body.id);
  expect(body).toMatchObject({ id: sent.body.id, status: 'FAILED' });
  expect(body.refund).toEqual(refund);
  expect((await cancel(pulled.body.id)).body.status).toBe('FAILED');
  expect(await funds()).toEqual([1000, 1000]);
  for (const { body: each } of [sent, pulled]) {
    expectRefused(await cancel(each.id), 409, 'TRANSACTION_NOT_CANCELLABLE');
    api.mock.clock.advance({ minutes: 1 });
    expect((await read(each.id)).status).toBe('FAILED');
  }
  expect(eventKinds(api, 'INCOMING')).toEqual(['INCOMING_PAYMENT.FAILED']);
  const kinds = ['PENDING', 'FAILED', 'REFUND_COMPLETED'];
  expect(eventKinds(api, 'OUTGOING')).toEqual(kinds.map((kind) => `OUTGOING_PAYMENT.${kind}`));
  expect(await funds()).toEqual([1000, 1000]);
});

test('rule 81: both accounts of a transfer are of one owner, and its amount is named and there', async (api) => {
  const { account, external, customerId, out, into } = transferScene(api, '1');
  const other = transferScene(api, '2');
  const { add } = api.mock;
  const platform = add.externalAccount({ isPlatformAccount: true }).id;
  const send = (
    way: 'in' | 'out',
    inside: string,
    outside: string,
    more: object = { amount: 1 },
  ) => {
    const [here, there] = [{ accountId: inside }, { accountId: outside }];
    const [source, destination] = way === 'in' ? [there, here] : [here, there];
    return api.send('POST', `/transfer-${way}`, { source, destination, ...more });
  };
  for (const way of ['in', 'out'] as const) {
    expectInvalid(await send(way, account.id, other.external.id), 'destination.accountId');
    expectInvalid(await send(way, other.account.id, external.id), 'destination.accountId');
    expectInvalid(await send(way, account.id, external.id, {}), 'amount');
    expectInvalid(await send(way, account.id, platform), 'destination.accountId');
    const own = add.internalAccount({ available: 1 }).id;
    expectInvalid(await send(way, own, external.id), 'destination.accountId');
  }
  const wallet = api.mock.add.internalAccount({ customerId, type: 'EMBEDDED_WALLET' });
  expectInvalid(await send('out', wallet.id, external.id), 'source.accountId');
  expect((await send('in', wallet.id, external.id)).status).toBe(201);
  const currency = 'USDC';
  const accountInfo = { accountType: 'BASE_WALLET', address: `0x${'1'.repeat(40)}` };
  const tokens = api.mock.add.externalAccount({ customerId, currency, accountInfo });
  const inside = api.mock.add.internalAccount({ customerId, currency, available: 1 });
  expectInvalid(await send('in', inside.id, tokens.id), 'source.accountId');
  expect((await send('out', inside.id, tokens.id)).status).toBe(201);
  expect((await into(1001)).status).toBe(201);
  expectRefused(await out(2002), 400, 'AMOUNT_OUT_OF_RANGE');
  expect((await out(2001)).status).toBe(201);
});

test.rows([['OUTGOING'], ['INCOMING']])(
  'rule 161: only %s payments are enabled, within the limits of what is sent',
  async (api, type) => {
    const { send } = transferScene(api, '1', 100_000);
    const limits = { minAmount: 100, maxAmount: 200, enabledTransactionTypes: [type] };
    await api.send('PATCH', '/config', { supportedCurrencies: [configured('USD', limits)] });
    for (const way of ['quote', 'out', 'in'] as const) {
      const isEnabled = (way === 'in') === (type === 'INCOMING');
      for (const amount of [99, 100, 200, 201]) {
        const { status, body } = await send(way, amount);
        const isWithin = way === 'in' || (amount >= 100 && amount <= 200);
        const refusal = isEnabled ? 'AMOUNT_OUT_OF_RANGE' : 'INVALID_CURRENCY';
        const expected = isEnabled && isWithin ? [201, undefined] : [400, refusal];
        expect([way, amount, status, body.code]).toEqual([way, amount, ...expected]);
      }
    }
  },
);

test.rows([
  [{ kycStatus: 'PENDING' }, 400],
  [{ customerType: 'BUSINESS', kybStatus: 'HOLD' }, 400],
  [{ customerType: 'BUSINESS', kybStatus: 'APPROVED' }, 201],
] as const)('rule 133: the customer of a transfer is verified: %j', async (api, fields, status) => {
  const { id: customerId } = api.mock.add.customer(fields);
  const here = { accountId: api.mock.add.internalAccount({ customerId, available: 900 }).id };
  const there = { accountId: api.mock.add.externalAccount({ customerId }).id };
  for (const [path, source, destination, field] of [
    ['/transfer-in', there, here, 'destination.accountId'],
    ['/transfer-out', here, there, 'source.accountId'],
  ] as const) {
    const reply = await api.send('POST', path, { source, destination, amount: 100 });
    expect(reply.status).toBe(status);
    if (status === 400) expectInvalid(reply, field);
  }
});
