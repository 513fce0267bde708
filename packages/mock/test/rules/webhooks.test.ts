import { eventRows } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { createMock, type WebhookDelivery } from '../../src/index.ts';
import { rules } from '../lab/doors.ts';
import { isSignedBy, openEndpoint } from '../lab/endpoint.ts';
import { expectInvalid, expectRefused, openLab } from '../lab/lab.ts';

const summary = ({ state, attempts }: WebhookDelivery) => [
  state,
  ...attempts.map(({ status, error }) => status ?? error),
];

const never = () => new Promise<Response>(() => undefined);

rules('webhooks', (door) => {
  test('rule 93: a change is delivered over HTTP, signed over its raw bytes', async () => {
    const lab = await openLab(door);
    const endpoint = await openEndpoint();
    lab.mock.deliverTo(endpoint.url);
    const { account } = lab.mock.add.wallet();
    await lab.send('POST', `/sandbox/internal-accounts/${account.id}/fund`, { amount: 500 });
    await lab.mock.webhooks.flush();
    const [delivery] = endpoint.received;
    if (delivery === undefined) throw new Error('nothing was delivered');
    const { raw, signature, contentType, event } = delivery;
    expect(event).toEqual(lab.mock.events[0]);
    expect(event).toMatchObject({
      id: expect.stringMatching(/^Webhook:/),
      type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
      timestamp: '2026-01-05T09:00:00.000Z',
      data: { id: account.id, balance: { amount: 500 } },
    });
    expect(contentType).toBe('application/json');
    const { publicKey } = lab.mock.webhooks;
    expect(isSignedBy(publicKey, raw, signature)).toBe(true);
    for (let index = 0; index < raw.length; index += 1) {
      const flipped = Uint8Array.from(raw);
      flipped[index] = (flipped[index] ?? 0) ^ 1;
      expect(isSignedBy(publicKey, flipped, signature), `byte ${index}`).toBe(false);
    }
    expect(isSignedBy(createMock({ seed: 'other' }).webhooks.publicKey, raw, signature)).toBe(
      false,
    );
  });

  test("rule 93: an event's data equals what a read returns at that time", async () => {
    const lab = await openLab(door);
    const { id: customerId } = lab.mock.add.customer();
    const { id: source } = lab.mock.add.internalAccount({ customerId, available: 100 });
    const { id: destination } = lab.mock.add.externalAccount({ customerId });
    const { body } = await lab.send('POST', '/transfer-out', {
      source: { accountId: source },
      destination: { accountId: destination },
      amount: 40,
    });
    const [completed] = lab.mock.eventsOf('OUTGOING_PAYMENT.COMPLETED');
    const read = await lab.send('GET', `/transactions/${body.id}`);
    expect(read.body).toHaveProperty('settledAt');
    expect(completed?.data).toEqual(read.body);
    const account = await lab.send('GET', `/customers/internal-accounts?customerId=${customerId}`);
    const [last] = lab.mock.eventsOf('INTERNAL_ACCOUNT.BALANCE_UPDATED').slice(-1);
    expect(account.body.data).toEqual([last?.data]);
  });

  test('rule 93: by option the signature is the `s` of a JSON text', async () => {
    const lab = await openLab(door, { webhookSignature: 'versioned' });
    const endpoint = await openEndpoint();
    lab.mock.deliverTo(endpoint.url);
    lab.mock.webhooks.trigger('TEST');
    await lab.mock.webhooks.flush();
    const { raw, signature } = endpoint.received[0] ?? { raw: Buffer.of(), signature: '{}' };
    const { v, s } = JSON.parse(signature) as { readonly v: string; readonly s: string };
    expect(v).toBe('1');
    expect(isSignedBy(lab.mock.webhooks.publicKey, raw, s)).toBe(true);
  });

  test('rule 93: a failed delivery is repeated on the clock, with the same bytes, until 2xx', async () => {
    const lab = await openLab(door);
    const endpoint = await openEndpoint((_received, count) => (count < 4 ? 503 : 204));
    lab.mock.deliverTo(endpoint.url);
    lab.mock.webhooks.trigger('CARD.STATE_CHANGE');
    await lab.mock.webhooks.flush();
    expect(endpoint.received).toHaveLength(1);
    lab.mock.clock.advance({ milliseconds: 4999 });
    await lab.mock.webhooks.flush();
    expect(endpoint.received).toHaveLength(1);
    lab.mock.clock.advance({ days: 2 });
    await lab.mock.webhooks.flush();
    expect(endpoint.received).toHaveLength(4);
    expect(new Set(endpoint.received.map(({ raw }) => raw.toString())).size).toBe(1);
    const [delivery] = lab.mock.webhooks.deliveries;
    expect(delivery).toMatchObject({ state: 'delivered', target: endpoint.url });
    expect(delivery?.attempts.map(({ at, status }) => [at.slice(14, 19), status])).toEqual([
      ['00:00', 503],
      ['00:05', 503],
      ['00:15', 503],
      ['00:35', 204],
    ]);
  });

  test('rule 93: repetition ends after 7 days, and with 409 at once', async () => {
    const lab = await openLab(door);
    let isDuplicate = false;
    lab.mock.deliverTo(() => new Response(null, { status: isDuplicate ? 409 : 500 }));
    lab.mock.webhooks.trigger('CARD.STATE_CHANGE');
    lab.mock.clock.advance({ days: 8 });
    await lab.mock.webhooks.flush();
    const [given] = lab.mock.webhooks.deliveries;
    const times = given?.attempts.map(({ at }) => Date.parse(at)) ?? [];
    expect(given?.state).toBe('failed');
    expect(given).not.toHaveProperty('nextAttemptAt');
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThanOrEqual(7 * 86_400_000);
    expect(times).toHaveLength(344);
    isDuplicate = true;
    lab.mock.webhooks.trigger('CARD.STATE_CHANGE');
    lab.mock.clock.advance({ days: 8 });
    await lab.mock.webhooks.flush();
    expect(lab.mock.webhooks.deliveries.slice(1).map(summary)).toEqual([['duplicate', 409]]);
  });

  test('rule 93: a test and a request for approval are delivered once', async () => {
    const lab = await openLab(door);
    lab.mock.deliverTo(() => new Response(null, { status: 500 }));
    lab.mock.webhooks.trigger('TEST');
    lab.mock.add.transaction();
    lab.mock.clock.advance({ days: 1 });
    await lab.mock.webhooks.flush();
    const types = lab.mock.webhooks.deliveries.map(({ eventType }) => eventType);
    expect(types).toEqual(['TEST', 'INCOMING_PAYMENT.PENDING']);
    expect(lab.mock.webhooks.deliveries.map(summary)).toEqual([
      ['failed', 500],
      ['failed', 500],
    ]);
  });

  test('rule 93: every kind of event can be triggered, once each, as the contract defines it', async () => {
    for (const type of eventRows().flatMap(({ types }) => types)) {
      const { mock } = await openLab(door);
      const { id } = mock.webhooks.trigger(type);
      expect(mock.events.filter((event) => event.type === type).map((event) => event.id)).toEqual([
        id,
      ]);
      expect(mock.eventsOf(type as 'TEST')).toHaveLength(1);
    }
    const { mock } = await openLab(door);
    expect(() => mock.webhooks.trigger('CARD.LOST')).toThrow(/CARD.LOST.*CARD.STATE_CHANGE/);
    expect(() => mock.eventsOf('CARDS' as 'CARD')).toThrow(/CARDS is not a kind of event/);
  });

  test('rule 94: the response to a request for approval decides the payment', async () => {
    const json = (status: number, body: unknown) => Response.json(body, { status });
    const cases: readonly (readonly [() => Response | Promise<Response>, string])[] = [
      [() => json(200, { receiverCustomerInfo: { FULL_NAME: 'Ada' } }), 'COMPLETED'],
      [() => new Response(null, { status: 200 }), 'COMPLETED'],
      [() => json(403, { reason: 'unknown sender' }), 'REJECTED'],
      [() => json(422, { requiredFields: ['BIRTH_DATE'] }), 'PENDING'],
      [() => new Response(null, { status: 202 }), 'PENDING'],
      [() => new Response(null, { status: 500 }), 'PENDING'],
      [() => Promise.reject(new Error('refused')), 'PENDING'],
    ];
    for (const [respond, status] of cases) {
      const lab = await openLab(door);
      const customerId = lab.mock.add.customer().id;
      const account = lab.mock.add.internalAccount({ customerId });
      lab.mock.deliverTo((request) =>
        request.headers.get('x-service-signature') === null ? never() : respond(),
      );
      const { id } = lab.mock.add.transaction({ customerId, movesMoney: true });
      await lab.mock.webhooks.flush();
      expect((await lab.send('GET', `/transactions/${id}`)).body.status).toBe(status);
      const { balances } = lab.mock.ledger.balances()[0] ?? {};
      expect(balances).toBe(status === 'COMPLETED' ? 1000 : 0);
      expect(lab.mock.eventsOf('INCOMING_PAYMENT.COMPLETED')).toHaveLength(
        status === 'COMPLETED' ? 1 : 0,
      );
      expect(account.id).toBeTruthy();
    }
  });

  test('rule 94: a decision counts within 5 seconds of mock time, and not at the instant they end', async () => {
    for (const [milliseconds, status] of [
      [4999, 'COMPLETED'],
      [5000, 'PENDING'],
    ] as const) {
      const lab = await openLab(door);
      lab.mock.deliverTo(() => {
        lab.mock.clock.advance({ milliseconds });
        return new Response(null, { status: 200 });
      });
      const { id } = lab.mock.add.transaction();
      await lab.mock.webhooks.flush();
      expect((await lab.send('GET', `/transactions/${id}`)).body.status).toBe(status);
    }
  });

  test('rule 94: an endpoint that never responds postpones, and a later rejection works', async () => {
    const lab = await openLab(door);
    lab.mock.deliverTo(never);
    const { id } = lab.mock.add.transaction();
    const flushed = lab.mock.webhooks.flush();
    lab.mock.clock.advance({ seconds: 5 });
    await flushed;
    expect(lab.mock.webhooks.deliveries.map(summary)).toEqual([
      ['failed', 'The endpoint sent no response within 5 seconds'],
    ]);
    expect((await lab.send('GET', `/transactions/${id}`)).body.status).toBe('PENDING');
    expect((await lab.send('POST', `/transactions/${id}/reject`)).status).toBe(200);
  });

  test('the configured endpoint gets events where its host is allowed', async () => {
    const lab = await openLab(door);
    const endpoint = await openEndpoint();
    const set = (webhookEndpoint: string) => lab.send('PATCH', '/config', { webhookEndpoint });
    expect((await set(endpoint.url)).status).toBe(200);
    await lab.mock.webhooks.flush();
    expect(endpoint.received.map(({ event }) => event)).toEqual([
      { id: expect.any(String), type: 'TEST', timestamp: expect.any(String) },
    ]);
    await set(endpoint.url);
    lab.mock.deliverTo(endpoint.url);
    lab.mock.webhooks.trigger('INTERNAL_ACCOUNT.BALANCE_UPDATED');
    await lab.mock.webhooks.flush();
    expect(endpoint.received).toHaveLength(2);
    await set('https://example.com/webhooks?token=secret');
    const last = lab.mock.webhooks.deliveries.at(-1);
    expect(last).toMatchObject({
      eventType: 'TEST',
      state: 'not-sent',
      target: 'https://example.com/webhooks',
      explanation: expect.stringContaining('webhookHosts'),
    });
    expectInvalid(await set('ftp://example.com'), 'webhookEndpoint');
  });

  test('sandbox.sendTestWebhook returns what the endpoint responded', async () => {
    const lab = await openLab(door);
    const test = () => lab.send('POST', '/sandbox/webhooks/test');
    expectRefused(await test(), 400, 'WEBHOOK_ENDPOINT_NOT_SET');
    expect(lab.mock.events).toEqual([]);
    const stop = lab.mock.deliverTo(() => new Response('hello', { status: 418 }));
    expect((await test()).body).toEqual({
      url: 'handler 1',
      response_status: 418,
      response_body: 'hello',
    });
    stop();
    lab.mock.deliverTo(() => Promise.reject(new Error('refused')));
    expectRefused(await test(), 400, 'WEBHOOK_DELIVERY_ERROR');
  });

  test('an event is delivered again, and an unknown id is refused', async () => {
    const lab = await openLab(door);
    const endpoint = await openEndpoint();
    lab.mock.deliverTo(endpoint.url);
    const { id } = lab.mock.webhooks.trigger('TEST');
    await lab.mock.webhooks.flush();
    const [again] = await lab.mock.webhooks.resend(id);
    expect(again).toMatchObject({ eventId: id, state: 'delivered' });
    await lab.mock.webhooks.resend(again?.id ?? '');
    expect(new Set(endpoint.received.map(({ raw }) => raw.toString())).size).toBe(1);
    expect(endpoint.received).toHaveLength(3);
    expect(lab.mock.events).toHaveLength(1);
    await expect(lab.mock.webhooks.resend('Webhook:none')).rejects.toThrow(/Webhook:none/);
    expect(() => lab.mock.deliverTo('not a url')).toThrow(TypeError);
  });
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
  const headers = { 'content-type': 'application/json' };
  const webhookEndpoint = 'http://user:hidden-password@127.0.0.1:1/other';
  const init = { method: 'PATCH', headers, body: JSON.stringify({ webhookEndpoint }) };
  await mock.fetch(`${mock.connection.baseUrl}/config`, init);
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

test('rule 83: the same steps with the same seed produce the same deliveries', async () => {
  const run = async () => {
    const mock = createMock();
    const signatures: (string | null)[] = [];
    mock.deliverTo((request) => {
      signatures.push(request.headers.get('x-service-signature'));
      return new Response(null, { status: signatures.length % 2 === 0 ? 200 : 500 });
    });
    for (const { types } of eventRows()) mock.webhooks.trigger(types[0]);
    mock.clock.advance({ hours: 1 });
    await mock.webhooks.flush();
    return { signatures, snapshot: mock.snapshot() };
  };
  const first = await run();
  expect(await run()).toEqual(first);
  expect(first.signatures.length).toBeGreaterThan(eventRows().length);
});
