import { expect, onTestFinished } from 'vitest';
import { listenOn } from '../../../sdk/test/servers.ts';
import { open, test } from '../../test/support/api-test.ts';
import { isSignedBy, openEndpoint } from '../../test/support/endpoint.ts';
import { request } from '../../test/support/open-mock.ts';
import { createMock } from '../index.ts';

test('rule 93: an endpoint that never responds is left alone for 5 seconds after it was given up', async () => {
  const mock = createMock();
  let requests = 0;
  const endpoint = () => {
    requests += 1;
    return new Promise<Response>(() => undefined);
  };
  mock.deliverTo(endpoint);
  mock.webhooks.trigger('CARD.STATE_CHANGE');
  const flushed = mock.webhooks.flush();
  mock.clock.advance({ seconds: 30 });
  await flushed;
  const [delivery] = mock.webhooks.deliveries;
  expect(requests).toBe(1);
  expect(delivery).toMatchObject({
    state: 'waiting',
    nextAttemptAt: '2026-01-05T09:00:35.000Z',
    attempts: [
      {
        at: '2026-01-05T09:00:00.000Z',
        error: 'The endpoint sent no response within 30 seconds',
      },
    ],
  });
});

test('rule 93: 2xx, 409, 500, a redirect, a reset and a body that breaks off over HTTP', async () => {
  const { url, close } = await listenOn((incoming, outgoing) => {
    incoming.resume();
    const path = incoming.url?.split('?of=')[1];
    if (path === 'reset') outgoing.socket?.resetAndDestroy();
    else if (path === 'half') {
      outgoing.writeHead(200, { 'content-length': 100 });
      outgoing.write('half', () => outgoing.destroy());
    } else outgoing.writeHead(Number(path ?? 404), { location: '/200' }).end();
  });
  onTestFinished(close);
  const mock = createMock();
  const paths = ['201', '299', '409', '500', '302', 'reset', 'half'];
  for (const path of paths) mock.deliverTo(`${url}/${path}?of=${path}`);
  mock.webhooks.trigger('CARD.STATE_CHANGE');
  mock.clock.advance({ seconds: 5 });
  await mock.webhooks.flush();
  const found = mock.webhooks.deliveries.map(({ target, state, attempts }) => [
    target.split('/').at(-1),
    state,
    attempts.map(({ status, error }) => status ?? error),
  ]);
  const reset = 'The endpoint sent no response: ECONNRESET';
  const broken = expect.stringMatching(/^The endpoint sent no response: /);
  expect(found).toEqual([
    ['201', 'delivered', [201]],
    ['299', 'delivered', [299]],
    ['409', 'duplicate', [409]],
    ['500', 'waiting', [500, 500]],
    ['302', 'waiting', [302, 302]],
    ['reset', 'waiting', [reset, reset]],
    ['half', 'waiting', [broken, broken]],
  ]);
});

test('an endpoint receives the events of a resource in their order, and those of others meanwhile', async () => {
  const mock = createMock({ seed: 'order' });
  const { id: first } = mock.add.internalAccount();
  const { id: second } = mock.add.internalAccount();
  const received: string[] = [];
  let respond: (response: Response) => void = () => undefined;
  mock.deliverTo(async (request) => {
    const { data } = (await request.json()) as {
      data: { id: string; balance: { amount: number } };
    };
    received.push(`${data.id} ${data.balance.amount}`);
    if (received.length > 1) return new Response();
    return new Promise<Response>((resolve) => {
      respond = resolve;
    });
  });
  const fund = (id: string, amount: number) =>
    request(mock, 'POST', `/sandbox/internal-accounts/${id}/fund`, { amount });
  await fund(first, 100);
  await expect.poll(() => received).toEqual([`${first} 100`]);
  await fund(first, 50);
  await fund(second, 7);
  await expect.poll(() => received).toEqual([`${first} 100`, `${second} 7`]);
  respond(new Response());
  await mock.webhooks.flush();
  expect(received).toEqual([`${first} 100`, `${second} 7`, `${first} 150`]);
});

test('rule 93: after a rotation every attempt is signed with the new key, repeated ones too', async () => {
  const mock = createMock();
  const endpoint = await openEndpoint((_received, count) => (count === 1 ? 500 : 200));
  mock.deliverTo(endpoint.url);
  mock.webhooks.trigger('CUSTOMER.KYC_APPROVED');
  await mock.webhooks.flush();
  const former = mock.webhooks.publicKey;
  const current = mock.webhooks.rotateKey();
  expect(current).not.toBe(former);
  expect(mock.webhooks.publicKey).toBe(current);
  expect(mock.webhooks.publicKeys).toEqual([current, former]);
  mock.clock.advance({ seconds: 5 });
  await mock.webhooks.flush();
  const signedBy = endpoint.received.map(({ raw, signature }) =>
    [former, current].map((key) => isSignedBy(key, raw, signature)),
  );
  expect(signedBy).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('rule 84: the keys are part of the state, and the same seed produces the same keys', () => {
  const mock = createMock({ seed: 'a' });
  const before = mock.snapshot();
  const [first, second] = [mock.webhooks.publicKey, mock.webhooks.rotateKey()];
  const rotated = mock.snapshot();
  const fork = mock.fork();
  mock.restore(before);
  expect(mock.webhooks.publicKey).toBe(first);
  mock.restore(rotated);
  expect(mock.webhooks.publicKey).toBe(second);
  expect(fork.webhooks.rotateKey()).not.toBe(second);
  expect(mock.webhooks.publicKeys).toEqual([second, first]);
  mock.reset();
  expect([mock.webhooks.publicKey, mock.webhooks.rotateKey()]).toEqual([first, second]);
  expect(createMock({ seed: 'b' }).webhooks.rotateKey()).not.toBe(second);
});

const never = () => new Promise<Response>(() => undefined);

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
    const api = await open();
    const customerId = api.mock.add.customer().id;
    api.mock.add.internalAccount({ customerId });
    api.mock.deliverTo((request) =>
      request.headers.get('x-service-signature') === null ? never() : respond(),
    );
    const { id } = api.mock.add.transaction({ customerId, movesMoney: true });
    await api.mock.webhooks.flush();
    expect((await api.send('GET', `/transactions/${id}`)).body.status).toBe(status);
    const { balances } = api.mock.ledger.balances()[0] ?? { balances: 0 };
    expect(balances).toBe(status === 'COMPLETED' ? 1000 : 0);
    expect(api.mock.eventsOf('INCOMING_PAYMENT.COMPLETED')).toHaveLength(
      status === 'COMPLETED' ? 1 : 0,
    );
  }
});

test('rule 94: a decision counts within 5 seconds of mock time, and not at the instant they end', async () => {
  for (const [milliseconds, status] of [
    [4999, 'COMPLETED'],
    [5000, 'FAILED'],
  ] as const) {
    const api = await open();
    api.mock.deliverTo(() => {
      api.mock.clock.advance({ milliseconds });
      return new Response(null, { status: 200 });
    });
    const { id } = api.mock.add.transaction();
    await api.mock.webhooks.flush();
    expect((await api.send('GET', `/transactions/${id}`)).body.status).toBe(status);
  }
});

test('rule 94: a body that the contract does not allow is ignored, and the problem is named', async (api) => {
  api.mock.deliverTo(() => Response.json({ receiverCustomerInfo: 7 }));
  const { id } = api.mock.add.transaction();
  await api.mock.webhooks.flush();
  const error = 'receiverCustomerInfo expected an object, received a number.';
  expect(api.mock.webhooks.deliveries[0]?.attempts).toMatchObject([
    {
      ...{ status: 200, body: '{"receiverCustomerInfo":7}' },
      error: `The body of the 200 is ignored: ${error}`,
    },
  ]);
  expect((await api.send('GET', `/transactions/${id}`)).body.status).toBe('COMPLETED');
});

test('rule 94: an endpoint that never responds postpones, and a later rejection works', async () => {
  const api = await open({ approvalTime: 60_000, webhookTimeout: 1_500 });
  api.mock.deliverTo(never);
  const { id } = api.mock.add.transaction();
  const flushed = api.mock.webhooks.flush();
  api.mock.clock.advance({ seconds: 5 });
  await flushed;
  expect(api.mock.webhooks.deliveries).toMatchObject([
    {
      state: 'failed',
      attempts: [{ error: 'The endpoint sent no response within 5 seconds' }],
    },
  ]);
  expect((await api.send('GET', `/transactions/${id}`)).body.status).toBe('PENDING');
  expect((await api.send('POST', `/transactions/${id}/reject`)).status).toBe(200);
});

test('rule 93: a 409 ends the delivery at a later attempt too: the endpoint knows the event', async () => {
  const mock = createMock();
  let requests = 0;
  mock.deliverTo(() => {
    requests += 1;
    return new Response(null, { status: requests === 1 ? 500 : 409 });
  });
  mock.webhooks.trigger('CARD.STATE_CHANGE');
  await mock.webhooks.flush();
  for (const _hour of [1, 2, 3]) {
    mock.clock.advance({ hours: 1 });
    await mock.webhooks.flush();
  }
  expect(requests).toBe(2);
  expect(mock.webhooks.deliveries).toMatchObject([{ state: 'duplicate' }]);
});
