import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import { expectRefused, type OpenMock } from '../../../test/support/open-mock.ts';
import { eventKinds } from '../../../test/support/payers.ts';

const parties = (from: object, to: object) => ({
  source: { sourceType: 'ACCOUNT', ...from },
  destination: { destinationType: 'ACCOUNT', ...to },
});

function transferScene(api: OpenMock, accountNumber: string, available = 1000) {
  const { id: customerId } = api.mock.add.customer();
  const account = api.mock.add.internalAccount({ customerId, available });
  const external = api.mock.add.externalAccount({ customerId, accountNumber });
  const here = { accountId: account.id };
  const there = { accountId: external.id };
  const bodies = {
    out: ['/transfer-out', { source: here, destination: there }],
    in: ['/transfer-in', { source: there, destination: here }],
    quote: [
      '/quotes',
      { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1, ...parties(here, there) },
    ],
  } as const;
  const send = (
    kind: keyof typeof bodies,
    amount: number,
    headers: Record<string, string> = {},
  ) => {
    const [path, body] = bodies[kind];
    return api.send('POST', path, kind === 'quote' ? body : { ...body, amount }, headers);
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

test.each([
  ['123001', 'COMPLETED', [900, 900], [1000, 1000]],
  ['123002', 'FAILED', [1000, 1000], [1000, 1000]],
  ['123003', 'FAILED', [1000, 1000], [1000, 1000]],
  ['123004', 'FAILED', [1000, 1000], [1000, 1000]],
  ['$ada002@example.com', 'FAILED', [1000, 1000], [1000, 1000]],
  ['$ada@example.002', 'COMPLETED', [900, 900], [1000, 1000]],
])('rule 81: transfers with %s are %s', async (number, status, after, restored) => {
  const api = await open();
  const { out, into, funds, read } = transferScene(api, number);
  const sent = await out(100);
  expect(sent.status).toBe(201);
  const reason = status === 'FAILED' && { failureReason: 'QUOTE_EXECUTION_FAILED' };
  expect(sent.body).toMatchObject({
    type: 'OUTGOING',
    status: status === 'COMPLETED' ? 'PENDING' : status,
    sentAmount: { amount: 100 },
    ...reason,
  });
  expect(await read(sent.body.id)).toMatchObject({ status });
  api.mock.clock.advance({ seconds: 30 });
  expect(await funds()).toEqual(after);
  const pulled = await into(100);
  expect(await read(pulled.body.id)).toMatchObject({ type: 'INCOMING', status });
  expect(await funds()).toEqual(restored);
});

test('rule 81: a repeated key moves money once', async (api) => {
  const { out, funds } = transferScene(api, '1');
  const both = await Promise.all([1, 2].map(() => out(100, { 'idempotency-key': 'k' })));
  expect(both[0]?.body).toEqual(both[1]?.body);
  await out(100, { 'idempotency-key': 'other' });
  expect(await funds()).toEqual([800, 800]);
});

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

test('rule 94: a transfer in is neither approved nor rejected, and such a request moves nothing', async (api) => {
  const { into, read, funds } = transferScene(api, '123005');
  const { id } = (await into(10)).body;
  for (const verb of ['approve', 'reject']) {
    const reply = await api.send('POST', `/transactions/${id}/${verb}`);
    expectRefused(reply, 409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL');
    expect(reply.headers.get('mock-explanation')).toMatch(/a transfer that the platform requested/);
  }
  api.mock.clock.advance({ seconds: 31 });
  expect((await read(id)).status).toBe('FAILED');
  expect(await funds()).toEqual([1000, 1000]);
});
