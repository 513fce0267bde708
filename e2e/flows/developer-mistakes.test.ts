import { request as httpRequest } from 'node:http';
import { createMock } from '@org/payments-mock';
import { type ListenOptions, listen } from '@org/payments-mock/server';
import { createAgentClient, createPaymentsClient, type FetchFunction } from '@org/payments-sdk';
import { expect, onTestFinished, test } from 'vitest';

/** Passes a value that the types refuse, as JavaScript code can. */
const untyped = (value: unknown) => value as never;

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (value) => ({ value }),
    (error: unknown) => error,
  );

async function start(options: ListenOptions = {}) {
  const mock = createMock({ seed: 'mistakes' });
  const server = await listen(mock, options);
  onTestFinished(() => server.close());
  const payments = createPaymentsClient({ ...server.connection, retry: 0 });
  return { mock, server, payments };
}

test('rule 100: a mistyped fault fails the test that adds it, and no call of the client meets it', async () => {
  const { mock, payments } = await start();
  const effect = { kind: 'lose-reply' } as const;
  const mistakes: readonly (readonly [unknown, RegExp])[] = [
    [{ effect: { kind: 'lose-reponse' } }, /lose-reply/],
    [{ operation: 'transfers.createOutt', effect }, /transfers\.createOut/],
    [{ leg: 3, effect }, /1|2/],
    [{ time: 'always', effect }, /times/],
    [{ effect: { kind: 'answer', status: 409, code: 'CONFLICTS' } }, /CONFLICT/],
  ];
  for (const [fault, allowed] of mistakes) {
    const add = () => mock.faults.add(untyped(fault));
    expect(add, JSON.stringify(fault)).toThrow(allowed);
    expect(add).toThrow(expect.objectContaining({ name: 'MockUsageError' }));
  }
  expect(mock.faults.armed).toEqual([]);
  expect((await payments.customers.list()).data).toEqual([]);

  mock.faults.add({
    operation: 'customers.list',
    effect: { kind: 'answer', status: 409, code: 'CONFLICT' },
  });
  expect(await failureOf(payments.customers.list())).toMatchObject({
    name: 'ConflictError',
    code: 'CONFLICT',
  });
});

test('rule 100: a mistyped fixture or clock changes nothing that the client reads', async () => {
  const { mock, payments } = await start();
  const card = mock.add.card();
  const before = mock.clock.now();
  expect(() => mock.add.card(untyped({ state: 'FROZE' }))).toThrow(/FROZEN/);
  expect(() => mock.add.card(untyped({ sate: 'FROZEN' }))).toThrow(/state/);
  expect(() => mock.add.customer(untyped({ kycStatus: 'OK' }))).toThrow(/APPROVED/);
  expect(() => mock.clock.advance(untyped({ minute: 1 }))).toThrow(/minutes/);
  expect(() => mock.webhooks.trigger('CARD.STATE_CHANGED')).toThrow(/CARD\.STATE_CHANGE\b/);
  expect(() => mock.eventsOf(untyped('CARDS'))).toThrow(/CARD/);
  expect(mock.clock.now()).toBe(before);
  const { data } = await payments.cards.list();
  expect(data.map(({ id }) => id)).toEqual([card.id]);
});

test('rule 100: the control API refuses the same mistakes with the allowed values', async () => {
  const { mock, server, payments } = await start();
  const post = async (path: string, body: unknown) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${server.url}/__mock${path}`, init);
    return [response.status, ((await response.json()) as { message: string }).message] as const;
  };
  const mistakes: readonly (readonly [string, unknown, number, RegExp])[] = [
    ['/faults', { effect: { kind: 'lose-reponse' } }, 400, /lose-reply/],
    ['/fixtures/cards', {}, 404, /\bcard\b/],
    ['/fixtures/card', { state: 'FROZE' }, 400, /FROZEN/],
    ['/clock', { advance: { minute: 1 } }, 400, /minutes/],
    ['/webhooks/trigger', { type: 'CARD.STATE_CHANGED' }, 400, /CARD\.STATE_CHANGE\b/],
  ];
  for (const [path, body, status, allowed] of mistakes) {
    expect(await post(path, body)).toEqual([status, expect.stringMatching(allowed)]);
  }
  expect(mock.events).toEqual([]);
  expect((await payments.cards.list()).data).toEqual([]);
});

test('rule 100: mistyped options and fields of the clients are named with the right ones', async () => {
  const { mock, server, payments } = await start();
  const { connection } = server;
  expect(() => createPaymentsClient(untyped({ ...connection, retries: 2 }))).toThrow(/retr/);
  expect(() =>
    createAgentClient(untyped({ baseUrl: connection.baseUrl, acessToken: 'x' })),
  ).toThrow(/accessToken/);
  const { id: customerId } = mock.add.customer();
  const { id: source } = mock.add.internalAccount({ customerId, available: 100 });
  const { id: destination } = mock.add.externalAccount({ customerId });
  const input = { source: { accountId: source }, destination: { accountId: destination } };
  const misspelt = payments.transfers.createOut(untyped({ ...input, ammount: 100 }));
  expect(await failureOf(misspelt)).toMatchObject({
    code: 'INVALID_REQUEST',
    issues: [{ path: 'ammount' }],
  });
  const state = payments.cards.list(untyped({ state: 'FROZE' }));
  expect(await failureOf(state)).toMatchObject({ code: 'INVALID_REQUEST' });
  expect(mock.requests).toEqual([]);
});

/** Sends requests to a server under another host name, as from a container. */
function under(host: string, url: string): FetchFunction {
  return (request) =>
    new Promise((resolve, reject) => {
      const { pathname, search } = new URL(request.url);
      const headers = { ...Object.fromEntries(request.headers), host };
      const outgoing = httpRequest(new URL(`${pathname}${search}`, url), { headers });
      outgoing.on('error', reject).on('response', async (incoming) => {
        const { statusCode: status = 0, headers: fields } = incoming;
        const type = String(fields['content-type']);
        const body = Buffer.concat(await incoming.toArray());
        resolve(new Response(body, { status, headers: { 'content-type': type } }));
      });
      outgoing.end();
    });
}

test('rule 102: a host name that is not allowed is an error that shows how to allow it', async () => {
  const clientOf = ({ server }: Awaited<ReturnType<typeof start>>) => {
    const fetch = under('mock.internal:80', server.url);
    return createPaymentsClient({ ...server.connection, fetch, retry: 0 });
  };
  const refused = await start();
  const error = await failureOf(clientOf(refused).customers.list());
  expect(error).toMatchObject({ name: 'ForbiddenError', status: 403, fault: 'caller' });
  expect((error as Error).message).toContain('--allow-host mock.internal');
  expect(refused.mock.requests).toEqual([]);

  const allowed = await start({ allowedHosts: ['mock.internal'] });
  expect((await clientOf(allowed).customers.list()).data).toEqual([]);
});

test('rule 102: a client elsewhere reaches the server by a fetch that sends to it', async () => {
  const { server, mock } = await start({ host: '0.0.0.0' });
  const { tokenId, clientSecret } = server.connection;
  const payments = createPaymentsClient({
    ...{ tokenId, clientSecret, baseUrl: 'https://mock.test/2025-10-13' },
    fetch: (request) => fetch(request.url.replace('https://mock.test', server.url), request),
  });
  const { id } = await payments.customers.create({ customerType: 'INDIVIDUAL', fullName: 'Ada' });
  expect((await payments.customers.list()).data).toMatchObject([{ id, fullName: 'Ada' }]);
  expect(mock.requests.map(({ status }) => status)).toEqual([201, 200]);
});

test.each(['0.0.0.0', '::'])(
  'rule 102: the connection of a server at %s works without the token, its control API does not',
  async (host) => {
    const { mock, server, payments } = await start({ host });
    mock.add.customer();
    expect((await payments.customers.list()).data).toHaveLength(1);
    const reset = (headers: Record<string, string> = {}) =>
      fetch(`${server.url}/__mock/reset`, { method: 'POST', headers });
    expect((await reset()).status).toBe(401);
    expect((await payments.customers.list()).data).toHaveLength(1);
    expect((await reset({ authorization: `Bearer ${server.controlToken}` })).status).toBe(204);
    expect((await payments.customers.list()).data).toEqual([]);
  },
);

test('rule 102: a snapshot larger than the body limit moves a world to another server', async () => {
  const { mock, server, payments } = await start({ bodyLimit: 20_000 });
  for (let count = 0; count < 120; count += 1) mock.add.customer();
  const snapshot = await (await fetch(`${server.url}/__mock/snapshot`)).text();
  expect(snapshot.length).toBeGreaterThan(40_000);
  const before = await payments.customers.list().toArray();

  const other = await start({ bodyLimit: 20_000 });
  const url = `${other.server.url}/__mock/snapshot`;
  expect((await fetch(url, { method: 'PUT', body: snapshot })).status).toBe(204);
  expect(await other.payments.customers.list().toArray()).toEqual(before);
  expect(before).toHaveLength(120);
});
