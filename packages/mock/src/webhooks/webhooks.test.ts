import { eventRows } from '@org/payments-contract/events';
import { expect } from 'vitest';
import { test } from '../../test/support/api-test.ts';
import { isSignedBy, openEndpoint } from '../../test/support/endpoint.ts';
import { expectInvalid, request } from '../../test/support/open-mock.ts';
import { payer } from '../../test/support/payers.ts';
import { createMock, type WebhookDelivery } from '../index.ts';

const summary = ({ state, attempts }: WebhookDelivery) => [
  state,
  ...attempts.map(({ status, error }) => status ?? error),
];

test('rule 93: a change is delivered over HTTP, signed over its raw bytes', async (api) => {
  const endpoint = await openEndpoint();
  api.mock.deliverTo(endpoint.url);
  const { account } = api.mock.add.wallet();
  await api.send('POST', `/sandbox/internal-accounts/${account.id}/fund`, { amount: 500 });
  await api.mock.webhooks.flush();
  const delivery = endpoint.received.at(-1);
  if (delivery === undefined) throw new Error('nothing was delivered');
  const { raw, signature, contentType, event } = delivery;
  expect(event).toEqual(api.mock.events.at(-1));
  expect(event).toMatchObject({
    id: expect.stringMatching(/^Webhook:/),
    type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    timestamp: '2026-01-05T09:00:00.000Z',
    data: { id: account.id, balance: { amount: 500 } },
  });
  expect(contentType).toBe('application/json');
  const { publicKey } = api.mock.webhooks;
  expect(isSignedBy(publicKey, raw, signature)).toBe(true);
  for (let index = 0; index < raw.length; index += 20) {
    const flipped = Uint8Array.from(raw);
    flipped[index] = (flipped[index] ?? 0) ^ 1;
    expect(isSignedBy(publicKey, flipped, signature), `byte ${index}`).toBe(false);
  }
  expect(isSignedBy(createMock({ seed: 'other' }).webhooks.publicKey, raw, signature)).toBe(false);
});

test("rule 93: an event's data equals what a read returns at that time", async (api) => {
  const { id: customerId } = api.mock.add.customer();
  const { id: source } = api.mock.add.internalAccount({ customerId, available: 100 });
  const { id: destination } = api.mock.add.externalAccount({ customerId });
  const { body } = await api.send('POST', '/transfer-out', {
    source: { accountId: source },
    destination: { accountId: destination },
    amount: 40,
  });
  const [completed] = api.mock.eventsOf('OUTGOING_PAYMENT.COMPLETED');
  const read = await api.send('GET', `/transactions/${body.id}`);
  expect(read.body).toHaveProperty('settledAt');
  expect(completed?.data).toEqual(read.body);
  const account = await api.send('GET', `/customers/internal-accounts?customerId=${customerId}`);
  const [last] = api.mock.eventsOf('INTERNAL_ACCOUNT.BALANCE_UPDATED').slice(-1);
  expect(account.body.data).toEqual([last?.data]);
});

test('the configured endpoint gets events where its host is allowed', async (api) => {
  const endpoint = await openEndpoint();
  const set = (webhookEndpoint: string) => api.send('PATCH', '/config', { webhookEndpoint });
  expect((await set(endpoint.url)).status).toBe(200);
  await api.mock.webhooks.flush();
  expect(endpoint.received.map(({ event }) => event)).toEqual([
    { id: expect.any(String), type: 'TEST', timestamp: expect.any(String) },
  ]);
  await set(endpoint.url);
  await api.send('PATCH', '/config', { umaDomain: 'pay.example.com' });
  api.mock.deliverTo(endpoint.url);
  api.mock.webhooks.trigger('INTERNAL_ACCOUNT.BALANCE_UPDATED');
  await api.mock.webhooks.flush();
  expect(endpoint.received).toHaveLength(2);
  await set('https://example.com/webhooks?token=secret');
  const last = api.mock.webhooks.deliveries.at(-1);
  expect(last).toMatchObject({
    eventType: 'TEST',
    state: 'not-sent',
    target: 'https://example.com/webhooks',
    explanation: expect.stringContaining('webhookHosts'),
  });
  expectInvalid(await set('ftp://example.com'), 'webhookEndpoint');
});

test.each([
  [undefined, [true, true, true]],
  [['localhost'], [true, false, false]],
  [['example.com'], [false, false, false]],
])(
  'the hosts of a configured endpoint are loopback or those of webhookHosts: %j',
  async (webhookHosts, sent) => {
    const mock = createMock({ authentication: 'off', webhookHosts });
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      await request(mock, 'PATCH', '/config', { webhookEndpoint: `http://${host}:1/` });
    }
    await mock.webhooks.flush();
    expect(mock.webhooks.deliveries.map(({ state }) => state !== 'not-sent')).toEqual(sent);
  },
);

test('rule 93: by option the signature is the `s` of a JSON text', async () => {
  const mock = createMock({ webhookSignature: 'versioned' });
  const endpoint = await openEndpoint();
  mock.deliverTo(endpoint.url);
  mock.webhooks.trigger('TEST');
  await mock.webhooks.flush();
  const { raw, signature } = endpoint.received[0] ?? { raw: Buffer.of(), signature: '{}' };
  const { v, s } = JSON.parse(signature) as { readonly v: string; readonly s: string };
  expect(v).toBe('1');
  expect(isSignedBy(mock.webhooks.publicKey, raw, s)).toBe(true);
});

test('rule 93: a failed delivery is repeated on the clock, with the same bytes, until 2xx', async () => {
  const mock = createMock();
  const endpoint = await openEndpoint((_received, count) => (count < 4 ? 503 : 204));
  mock.deliverTo(endpoint.url);
  mock.webhooks.trigger('CARD.STATE_CHANGE');
  await mock.webhooks.flush();
  expect(endpoint.received).toHaveLength(1);
  mock.clock.advance({ milliseconds: 4999 });
  await mock.webhooks.flush();
  expect(endpoint.received).toHaveLength(1);
  mock.clock.advance({ days: 2 });
  await mock.webhooks.flush();
  expect(endpoint.received).toHaveLength(4);
  expect(new Set(endpoint.received.map(({ raw }) => raw.toString())).size).toBe(1);
  const [delivery] = mock.webhooks.deliveries;
  expect(delivery).toMatchObject({ state: 'delivered', target: endpoint.url });
  expect(delivery?.attempts.map(({ at, status }) => [at.slice(14, 19), status])).toEqual([
    ['00:00', 503],
    ['00:05', 503],
    ['00:15', 503],
    ['00:35', 204],
  ]);
});

test('rule 93: waits double from 5 seconds to 30 minutes and end after 7 days, or with 409 at once', async () => {
  const mock = createMock();
  let isDuplicate = false;
  mock.deliverTo(() => new Response(null, { status: isDuplicate ? 409 : 500 }));
  mock.webhooks.trigger('CARD.STATE_CHANGE');
  mock.clock.advance({ days: 8 });
  await mock.webhooks.flush();
  const [given] = mock.webhooks.deliveries;
  const times = given?.attempts.map(({ at }) => Date.parse(at)) ?? [];
  expect(given?.state).toBe('failed');
  expect(given).not.toHaveProperty('nextAttemptAt');
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThanOrEqual(7 * 86_400_000);
  expect(times).toHaveLength(344);
  const waits = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1000);
  expect(waits.slice(0, 10)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 1800]);
  expect(new Set(waits.slice(9))).toEqual(new Set([1800]));
  isDuplicate = true;
  mock.webhooks.trigger('CARD.STATE_CHANGE');
  mock.clock.advance({ days: 8 });
  await mock.webhooks.flush();
  expect(mock.webhooks.deliveries.slice(1).map(summary)).toEqual([['duplicate', 409]]);
});

test('rule 93: a test and a request for approval are delivered once', async () => {
  const mock = createMock({ approvalTime: 86_400_001 });
  mock.deliverTo(() => new Response(null, { status: 500 }));
  mock.webhooks.trigger('TEST');
  mock.add.transaction();
  mock.clock.advance({ days: 1 });
  await mock.webhooks.flush();
  const types = mock.webhooks.deliveries.map(({ eventType }) => eventType);
  expect(types).toEqual(['TEST', 'INCOMING_PAYMENT.PENDING']);
  expect(mock.webhooks.deliveries.map(summary)).toEqual([
    ['failed', 500],
    ['failed', 500],
  ]);
});

test('an event is delivered again to every endpoint until it is removed, and an unknown id is refused', async () => {
  const mock = createMock();
  const endpoint = await openEndpoint();
  const removals = [mock.deliverTo(() => new Response()), mock.deliverTo(endpoint.url)];
  const { id } = mock.webhooks.trigger('TEST');
  await mock.webhooks.flush();
  const resent = await mock.webhooks.resend(id);
  expect(resent).toMatchObject([1, 2].map(() => ({ eventId: id, state: 'delivered' })));
  const again = resent[1];
  await mock.webhooks.resend(again?.id ?? '');
  expect(new Set(endpoint.received.map(({ raw }) => raw.toString())).size).toBe(1);
  expect(endpoint.received).toHaveLength(3);
  expect(mock.events).toHaveLength(1);
  await expect(mock.webhooks.resend('Webhook:none')).rejects.toThrow(/Webhook:none/);
  expect(() => mock.deliverTo('not a url')).toThrow(TypeError);
  for (const remove of removals) remove();
  mock.webhooks.trigger('TEST');
  expect(mock.webhooks.deliveries).toHaveLength(6);
});

test('an endpoint that takes longer than webhookTimeout fails the attempt', async () => {
  const mock = createMock({ webhookTimeout: 1_500 });
  mock.deliverTo(() => new Promise<Response>(() => undefined));
  mock.webhooks.trigger('TEST');
  const flushed = mock.webhooks.flush();
  mock.clock.advance({ milliseconds: 1_499 });
  expect(mock.webhooks.deliveries.map(({ state }) => state)).toEqual(['waiting']);
  mock.clock.advance({ milliseconds: 1 });
  await flushed;
  expect(mock.webhooks.deliveries.map(summary)).toEqual([
    ['failed', 'The endpoint sent no response within 1.5 seconds'],
  ]);
});

test('rule 84: waiting deliveries are part of a snapshot, and a late response changes nothing', async () => {
  const mock = createMock();
  let status = 500;
  mock.deliverTo(() => new Response(null, { status }));
  mock.webhooks.trigger('TEST');
  mock.webhooks.trigger('CARD.STATE_CHANGE');
  await mock.webhooks.flush();
  const snapshot = mock.snapshot();
  status = 200;
  mock.clock.advance({ seconds: 5 });
  await mock.webhooks.flush();
  const states = () => mock.webhooks.deliveries.map(({ state }) => state);
  expect(states()).toEqual(['failed', 'delivered']);
  mock.restore(snapshot);
  expect(states()).toEqual(['failed', 'waiting']);
  expect(mock.snapshot()).toEqual(snapshot);
  mock.clock.advance({ seconds: 5 });
  await mock.webhooks.flush();
  expect(states()).toEqual(['failed', 'delivered']);
  let respond = (_response: Response) => undefined as unknown;
  mock.deliverTo(
    () =>
      new Promise<Response>((resolve) => {
        respond = resolve;
      }),
  );
  mock.webhooks.trigger('TEST');
  await Promise.resolve();
  mock.reset();
  respond(new Response());
  await mock.webhooks.flush();
  expect(mock.webhooks.deliveries).toEqual([]);
});

test('rule 84: deliveries are bounded like events', async () => {
  const mock = createMock({ eventLimit: 10 });
  mock.deliverTo(() => new Response());
  for (let count = 0; count < 30; count += 1) mock.webhooks.trigger('TEST');
  await mock.webhooks.flush();
  expect([mock.events.length, mock.webhooks.deliveries.length]).toEqual([10, 10]);
  const fork = mock.fork();
  fork.webhooks.trigger('TEST');
  await fork.webhooks.flush();
  expect(fork.webhooks.publicKey).toBe(mock.webhooks.publicKey);
  expect(fork.webhooks.deliveries).toEqual(mock.webhooks.deliveries);
  mock.reset();
  expect(mock.webhooks.deliveries).toEqual([]);
});

test('rule 87: no event and no delivery contains a secret', async () => {
  const mock = createMock({ checkResponses: true, authentication: 'off' });
  mock.deliverTo('http://127.0.0.1:1/hooks?key=hidden-key');
  expect(() => mock.deliverTo('http://user:hidden-password@127.0.0.1:1/')).toThrow(
    /^deliverTo takes a URL without a user name and a password$/,
  );
  const webhookEndpoint = 'http://user:hidden-password@127.0.0.1:1/other';
  await request(mock, 'PATCH', '/config', { webhookEndpoint });
  const { accessToken } = mock.add.agent();
  const { clientSecret } = mock.add.token();
  for (const type of eventRows().flatMap(({ types }) => types)) mock.webhooks.trigger(type);
  await mock.webhooks.flush();
  const text = JSON.stringify([mock.events, mock.webhooks.deliveries]);
  const secrets = [accessToken, clientSecret, mock.connection.clientSecret, 'hidden-'];
  expect(text).toContain('127.0.0.1:1/other');
  for (const secret of secrets) expect(text.includes(secret), secret).toBe(false);
  expect(mock.webhooks.deliveries[0]?.target).toBe('http://127.0.0.1:1/hooks');
});

test('rule 93: a long queue is sent in the order in which it is due', async () => {
  const mock = createMock();
  const order: string[] = [];
  let isDown = true;
  mock.deliverTo(async (request) => {
    const { id } = (await request.json()) as { id: string };
    if (isDown) return new Response(null, { status: 500 });
    order.push(id);
    return new Response();
  });
  for (let count = 0; count < 20; count += 1) mock.webhooks.trigger('CUSTOMER.KYC_APPROVED');
  await mock.webhooks.flush();
  isDown = false;
  mock.clock.advance({ minutes: 1 });
  await mock.webhooks.flush();
  expect(order).toEqual(mock.events.map(({ id }) => id));
  expect(mock.webhooks.deliveries.map(({ eventId }) => eventId)).toEqual(order);
});

test('rule 93: what is late after a move of the clock is sent in the order of its times', async (api) => {
  const times: string[] = [];
  api.mock.deliverTo(async (request) => {
    times.push(((await request.json()) as { timestamp: string }).timestamp);
    return new Response();
  });
  for (const suffix of ['005', '003']) {
    await payer(api, `DE8937040044053201${suffix}`).quote({ immediatelyExecute: true });
  }
  await api.mock.webhooks.flush();
  api.mock.clock.advance({ minutes: 20 });
  await api.mock.webhooks.flush();
  expect(new Set(times).size).toBeGreaterThan(3);
  expect(times).toEqual(times.toSorted());
});

test('rule 93: every type of event can be triggered, once each, as the contract defines it, and is signed', async () => {
  for (const type of eventRows().flatMap(({ types }) => types)) {
    const mock = createMock({ checkResponses: true });
    const isSigned: boolean[] = [];
    mock.deliverTo(async (request) => {
      const signature = request.headers.get('x-service-signature') ?? '';
      const raw = new Uint8Array(await request.arrayBuffer());
      isSigned.push(isSignedBy(mock.webhooks.publicKey, raw, signature));
      return new Response();
    });
    const { id } = mock.webhooks.trigger(type);
    const own = mock.events.filter((event) => event.type === type);
    expect(own.map((event) => event.id)).toEqual([id]);
    const data = own[0]?.data as { readonly id?: string } | undefined;
    const records = mock.panels().flatMap((panel) => panel.records) as { readonly id: string }[];
    expect(data).toMatchObject(records.find((each) => each.id === data?.id) ?? {});
    expect(mock.eventsOf(type as 'TEST')).toHaveLength(1);
    await mock.webhooks.flush();
    expect(isSigned).toEqual(mock.events.map(() => true));
  }
  const mock = createMock();
  expect(() => mock.webhooks.trigger('CARD.LOST')).toThrow(/CARD.LOST.*CARD.STATE_CHANGE/);
  expect(() => mock.eventsOf('CARDS' as 'CARD')).toThrow(/CARDS is not a type of event/);
});
