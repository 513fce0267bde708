import { expect, onTestFinished, test } from 'vitest';
import { request } from '../../../test/support/open-mock.ts';
import { serve as served } from '../../../test/support/served.ts';
import { createMock, type Mock } from '../../mock.ts';
import type { MockOptions } from '../../options/settings.ts';
import { readEvents } from '../../remote/event-stream.ts';
import type { ListenOptions } from '../listen.ts';

async function serve(options: MockOptions = {}, listenOptions: ListenOptions = {}) {
  const { mock, server } = await served(listenOptions, createMock(options));
  const control = async (method: string, path: string, body?: unknown, headers = {}) => {
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(`${server.url}/__mock${path}`, init);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { mock, server, control };
}

test('health and connection', async () => {
  const { server, control } = await serve();
  expect(await control('GET', '/health')).toEqual({ status: 200, body: { status: 'ok' } });
  expect((await control('GET', '/connection')).body).toEqual(server.connection);
  expect((await control('GET', '/nothing')).status).toBe(404);
});

test('the clock moves in both directions', async () => {
  const { mock, control } = await serve({ now: '2026-01-05T09:00:00Z' });
  const moved = await control('POST', '/clock', { advance: { minutes: 5, seconds: -10 } });
  expect(moved.body.iso).toBe('2026-01-05T09:04:50.000Z');
  await control('POST', '/clock', { set: '2025-12-24T18:00:00Z' });
  expect(new Date(mock.clock.now()).toISOString()).toBe('2025-12-24T18:00:00.000Z');
  const now = mock.clock.now();
  for (const wrong of [
    {},
    { advance: { minutes: 'five' } },
    { advance: { minute: 5 } },
    { advance: { minutes: 5 }, sett: 1 },
    { advance: { minutes: 5 }, set: 0 },
    { set: 'soon' },
    [],
  ]) {
    expect((await control('POST', '/clock', wrong)).status, JSON.stringify(wrong)).toBe(400);
  }
  expect(mock.clock.now()).toBe(now);
});

test('faults are added, listed and removed', async () => {
  const { mock, control } = await serve();
  const fault = { times: 'always', effect: { kind: 'answer', status: 503 } };
  const added = await control('POST', '/faults', fault);
  expect(added).toEqual({ status: 201, body: { id: 1, fault, seen: 0, struck: 0 } });
  expect((await mock.fetch(`${mock.connection.baseUrl}/documents`)).status).toBe(503);
  expect((await control('GET', '/faults')).body).toMatchObject([{ seen: 1, struck: 1 }]);
  expect((await control('DELETE', '/faults/1')).status).toBe(204);
  expect((await control('DELETE', '/faults/1')).status).toBe(404);
  expect((await mock.fetch(`${mock.connection.baseUrl}/documents`)).status).toBe(401);
  expect((await control('POST', '/faults', { leg: 2 })).status).toBe(400);
});

test('rule 102: a snapshot larger than the body limit is returned and accepted', async () => {
  const { mock, control } = await serve({}, { bodyLimit: 10_000 });
  for (let count = 0; count < 200; count += 1) mock.add.customer();
  const { body: snapshot } = await control('GET', '/snapshot');
  expect(JSON.stringify(snapshot).length).toBeGreaterThan(20_000);
  mock.reset();
  expect((await control('PUT', '/snapshot', snapshot)).status).toBe(204);
  expect(mock.snapshot().tables.customers.rows).toHaveLength(200);
  const name = 'x'.repeat(20_000);
  expect((await control('POST', '/fixtures/customer', { fullName: name })).status).toBe(413);
});

test('a snapshot that cannot be restored leaves the world as it was', async () => {
  const { mock, control } = await serve();
  mock.add.customer();
  const { body: snapshot } = await control('GET', '/snapshot');
  const { tables } = snapshot;
  for (const wrong of [
    {},
    { ...snapshot, version: 2 },
    { ...snapshot, now: 'today' },
    { ...snapshot, tables: [] },
    { ...snapshot, tables: { ...tables, customers: { next: 1, rows: [null] } } },
    { ...snapshot, tables: { ...tables, customers: { next: 1, rows: 'none' } } },
  ]) {
    const { status, body } = await control('PUT', '/snapshot', wrong);
    expect([status, body.message]).toEqual([400, expect.stringMatching(/snapshot/)]);
  }
  expect(mock.snapshot()).toEqual(snapshot);
});

test('rule 100: a snapshot of unknown tables or states is refused, and changes nothing', async () => {
  const { mock, control } = await serve();
  mock.add.card();
  await mock.fetch(`${mock.connection.baseUrl}/nowhere`);
  const { body: snapshot } = await control('GET', '/snapshot');
  const before = [mock.snapshot(), mock.requests];
  const table = { ...snapshot, now: 0, tables: { ...snapshot.tables, carrds: { rows: [] } } };
  expect((await control('PUT', '/snapshot', table)).body.message).toMatch(
    /tables\.carrds is not a table; allowed: .*\bcards\b/,
  );
  const state = structuredClone({ ...snapshot, now: 0 });
  state.tables.cards.rows[0][1].state = 'BANANA';
  expect((await control('PUT', '/snapshot', state)).body.message).toMatch(
    /tables\.cards\.rows\.0\.state is "BANANA"; allowed: .*ACTIVE, FROZEN, CLOSED/,
  );
  expect(() => mock.restore(table)).toThrow(/carrds are not tables; allowed: .*cards/);
  expect([mock.snapshot(), mock.requests]).toEqual(before);
});

test('rule 100: the log is searched by known operations and parameters, and can be emptied', async () => {
  const { mock, control } = await serve();
  await mock.fetch(`${mock.connection.baseUrl}/nowhere`);
  for (const [query, message] of [
    ['operation=cards.banana', /operation is not an operation of the contract/],
    ['after=soon', /after must be the number of a request/],
    ['since=1', /has no field since; allowed: after, operation/],
  ] as const) {
    const reply = await control('GET', `/log?${query}`);
    expect(reply.status, query).toBe(400);
    expect(reply.body.message).toMatch(message);
  }
  expect((await control('DELETE', '/log')).status).toBe(204);
  expect((await control('GET', '/log')).body).toEqual([]);
  expect(mock.requests).toEqual([]);
});

test('fixtures, log, outbox, snapshot, restore and reset', async () => {
  const { mock, control } = await serve();
  const { accounts } = mock.snapshot().tables;
  const { body: wallet } = await control('POST', '/fixtures/wallet', { currency: 'EUR' });
  expect(wallet.account).toMatchObject({ type: 'EMBEDDED_WALLET' });
  for (const name of ['spaceship', 'constructor']) {
    const none = await control('POST', `/fixtures/${name}`);
    expect(none).toMatchObject({ status: 404, body: { message: expect.stringContaining(name) } });
  }
  const { body: snapshot } = await control('GET', '/snapshot');

  await request(mock, 'POST', `/auth/credentials/${wallet.credential.id}/challenge`);
  await request(mock, 'GET', '/nowhere');
  expect((await control('GET', '/outbox')).body).toMatchObject([{ code: '000000' }]);
  expect((await control('GET', '/log?operation=credentials.challenge')).body).toHaveLength(1);
  expect((await control('GET', '/log?after=1')).body).toMatchObject([{ path: '/nowhere' }]);

  expect((await control('POST', '/reset')).status).toBe(204);
  expect(mock.snapshot().tables.accounts).toEqual(accounts);
  expect((await control('PUT', '/snapshot', snapshot)).status).toBe(204);
  expect((await control('GET', '/overview')).body.accounts).toContainEqual(
    expect.objectContaining(wallet.account),
  );
  expect((await control('PUT', '/snapshot', { version: 9 })).status).toBe(400);
});

test('every fixture of mock.add can be added over HTTP', async () => {
  const { mock, control } = await serve();
  const customer = mock.add.customer();
  const business = mock.add.customer({ customerType: 'BUSINESS' });
  const { account } = mock.add.wallet({ customerId: customer.id });
  const needed: Readonly<Record<string, object>> = {
    beneficialOwner: { customerId: business.id },
    credential: { accountId: account.id, type: 'PASSKEY', nickname: 'Key', credentialId: 'a2V5' },
    document: { documentHolder: customer.id },
    session: { accountId: account.id },
    wallet: { customerId: mock.add.customer().id },
  };
  for (const name of Object.keys(mock.add)) {
    const { status, body } = await control('POST', `/fixtures/${name}`, needed[name] ?? {});
    expect([name, status, typeof body]).toEqual([name, 201, 'object']);
    expect(JSON.stringify(body)).not.toMatch(/privateKey|scalar/);
  }
  // A mock that was ended goes on with all of them.
  const { body: snapshot } = await control('GET', '/snapshot');
  expect(await control('PUT', '/snapshot', snapshot)).toMatchObject({ status: 204 });
});

test('the overview contains no token and no key', async () => {
  const { mock, control } = await serve();
  const { accessToken } = mock.add.agent();
  const { account } = mock.add.wallet();
  await mock.add.session({ accountId: account.id });
  const text = JSON.stringify((await control('GET', '/overview')).body);
  expect(text).not.toContain(accessToken);
  expect(text).not.toContain('publicKey');
  expect(text).toContain('"state":"live"');
});

test('pages of other origins are refused', async () => {
  const { server, control } = await serve();
  const origin = 'https://evil.example';
  expect((await control('POST', '/reset', undefined, { origin })).status).toBe(403);
  expect((await control('POST', '/reset', undefined, { origin: server.url })).status).toBe(204);
});

test('rule 117: a body beyond the limit is 413 with an error body, its length declared or not', async () => {
  const { mock, server } = await serve({}, { bodyLimit: 100 });
  const url = `${server.connection.baseUrl}/verifications`;
  const declared = await fetch(url, { method: 'POST', body: 'x'.repeat(101) });
  expect(declared.status).toBe(413);
  const message = 'The body is larger than 100 bytes.';
  expect(await declared.json()).toEqual({ status: 413, code: 'INVALID_REQUEST_FORMAT', message });
  const body = new Blob(['x'.repeat(60), 'x'.repeat(60)]).stream();
  const streamed = await fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit);
  expect(streamed.status).toBe(413);
  expect(mock.requests).toEqual([]);
  expect((await fetch(url, { method: 'POST', body: 'x'.repeat(100) })).status).toBe(401);
});

test('it returns events, deliveries and the key, sends events again, and triggers one', async () => {
  const { mock, server, control } = await serve();
  mock.deliverTo(() => new Response(null, { status: 200 }));
  const triggered = await control('POST', '/webhooks/trigger', { type: 'CARD.STATE_CHANGE' });
  expect(triggered).toMatchObject({ status: 201, body: { type: 'CARD.STATE_CHANGE' } });
  await mock.webhooks.flush();
  const { id } = triggered.body;
  expect((await control('GET', '/webhooks/events?type=CARD')).body).toMatchObject([{ id }]);
  expect((await control('GET', '/webhooks/events')).body).toEqual(mock.events);
  const again = await control('POST', '/webhooks/resend', { id });
  expect(again.body).toMatchObject([{ eventId: id, state: 'delivered' }]);
  const sent = (await control('GET', `/webhooks/deliveries?eventId=${id}`)).body;
  expect(sent).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
  expect(await (await fetch(`${server.url}/__mock/webhooks/key`)).text()).toBe(
    mock.webhooks.publicKey,
  );
  const refusals: readonly (readonly [string, string, unknown, RegExp])[] = [
    ['POST', '/webhooks/trigger', { type: 'CARD.LOST' }, /CARD.LOST is not a type of event/],
    ['POST', '/webhooks/trigger', {}, /type must be a string/],
    ['POST', '/webhooks/trigger', { type: 'TEST', at: 1 }, /has no field at; allowed: type/],
    [
      'POST',
      '/webhooks/resend',
      { id: 'Webhook:none' },
      /Webhook:none is not an event or a delivery/,
    ],
    ['GET', '/webhooks/events?type=CARDS', undefined, /CARDS is not a type of event/],
  ];
  for (const [method, path, body, message] of refusals) {
    const reply = await control(method, path, body);
    expect(reply, path).toMatchObject({ status: 400, body: { message: expect.any(String) } });
    expect(reply.body.message).toMatch(message);
  }
});

/** Listens to a server's events, and returns a function that waits for the next one. */
async function follow(mock: Mock) {
  const { server } = await served({}, mock);
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const { body } = await fetch(`${server.url}/__mock/events`, { signal: stopping.signal });
  const names: string[] = [];
  let heard: () => void = () => undefined;
  if (body === null) throw new Error('The stream of events does not have a body.');
  const add = ({ name }: { readonly name: string }) => {
    names.push(name);
    heard();
  };
  readEvents(body, add).catch(() => undefined);
  const next = async (): Promise<string | undefined> => {
    if (names.length === 0) {
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
    return names.shift();
  };
  expect(await next()).toBe('ready');
  return { next, names, control: (path: string) => fetch(`${server.url}/__mock${path}`) };
}

const changes: readonly (readonly [what: string, change: (mock: Mock) => unknown])[] = [
  ['a fixture', (mock) => mock.add.customer()],
  ['a fixture that makes keys', ({ add }) => add.session({ accountId: add.wallet().account.id })],
  ['a move of the clock', (mock) => mock.clock.advance({ minutes: 1 })],
  ['a set clock', (mock) => mock.clock.set('2026-03-01')],
  ['a fault', (mock) => mock.faults.add({ effect: { kind: 'lose-reply' } })],
  ['removed faults', (mock) => mock.faults.clear()],
  ['a trigger', (mock) => mock.webhooks.trigger('CARD.STATE_CHANGE')],
  ['a restore', (mock) => mock.restore(createMock().snapshot())],
  ['a reset', (mock) => mock.reset()],
  ['an emptied log', (mock) => mock.clearRequests()],
];

test.each(changes)('%s in the process is reported to listeners', async (_what, change) => {
  const mock = createMock();
  const { next } = await follow(mock);
  await change(mock);
  expect(await next()).toBe('world');
});

test('a removed fault, and one that is used up, are reported', async () => {
  const mock = createMock();
  const remove = mock.faults.add({ effect: { kind: 'answer', status: 503 } });
  const { next, names } = await follow(mock);
  await mock.fetch(`${mock.connection.baseUrl}/documents`);
  expect([await next(), await next()].sort()).toEqual(['request', 'world']);
  remove();
  expect(await next()).toBe('world');
  expect(names).toEqual([]);
});

test('attempts to deliver and one-time codes that were sent are reported', async () => {
  const mock = createMock();
  const { credential } = mock.add.wallet();
  const { next } = await follow(mock);
  mock.deliverTo(() => new Response(null, { status: 204 }));
  mock.webhooks.trigger('CARD.STATE_CHANGE');
  expect(await next()).toBe('world');
  await mock.webhooks.flush();
  expect(await next()).toBe('world');

  await request(mock, 'POST', `/auth/credentials/${credential.id}/challenge`);
  expect(mock.outbox).toHaveLength(1);
  expect([await next(), await next()].sort()).toEqual(['request', 'world']);
});

test('reading reports nothing, so that a page that reads after each report does not read forever', async () => {
  const mock = createMock();
  const { account } = mock.add.wallet({ available: 100 });
  mock.add.card({ fundingSources: [account.id] });
  mock.deliverTo(() => new Response(null, { status: 204 }));
  mock.webhooks.trigger('CARD.STATE_CHANGE');
  await mock.webhooks.flush();
  const { next, names, control } = await follow(mock);
  const paths = ['overview', 'panels', 'ledger', 'snapshot', 'log', 'outbox', 'faults', 'clock'];
  for (const path of [...paths, 'webhooks/events', 'webhooks/deliveries', 'webhooks/key']) {
    expect((await control(`/${path}`)).status).toBe(200);
  }
  mock.clearRequests();
  expect(await next()).toBe('world');
  expect(names).toEqual([]);
});

test('changes of one turn are reported once, and a fork reports its own', async () => {
  const mock = createMock();
  const reports: string[] = [];
  const stop = mock.onChange(() => reports.push('mock'));
  for (let count = 0; count < 10; count += 1) mock.add.customer();
  await Promise.resolve();
  expect(reports).toEqual(['mock']);
  const twin = mock.fork();
  twin.onChange(() => reports.push('twin'));
  twin.clock.advance({ days: 1 });
  await Promise.resolve();
  expect(reports).toEqual(['mock', 'twin']);
  stop();
  mock.reset();
  await Promise.resolve();
  expect(reports).toEqual(['mock', 'twin']);
});
