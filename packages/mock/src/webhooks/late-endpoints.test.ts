import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
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

test('rule 93: 409, 500, a redirect, a reset and a body that breaks off over HTTP', async () => {
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    const path = incoming.url?.slice(1);
    if (path === 'reset') outgoing.socket?.resetAndDestroy();
    else if (path === 'half') {
      outgoing.writeHead(200, { 'content-length': 100 });
      outgoing.write('half', () => outgoing.destroy());
    } else outgoing.writeHead(Number(path), { location: '/200' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const mock = createMock();
  const paths = ['409', '500', '302', 'reset', 'half'];
  for (const path of paths) mock.deliverTo(`http://127.0.0.1:${port}/${path}`);
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
    ['409', 'duplicate', [409]],
    ['500', 'waiting', [500, 500]],
    ['302', 'waiting', [302, 302]],
    ['reset', 'waiting', [reset, reset]],
    ['half', 'waiting', [broken, broken]],
  ]);
});
