import { expect, onTestFinished, test } from 'vitest';
import { createMock, type Mock } from '../../mock.ts';
import { readEvents } from '../../remote/event-stream.ts';
import { listen } from '../listen.ts';

/** Listens to a server's events, and returns a function that waits for the next one. */
async function follow(mock: Mock) {
  const server = await listen(mock);
  const stopping = new AbortController();
  onTestFinished(async () => {
    stopping.abort();
    await server.close();
  });
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

  const { baseUrl, tokenId, clientSecret } = mock.connection;
  await mock.fetch(`${baseUrl}/auth/credentials/${credential.id}/challenge`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}` },
  });
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
