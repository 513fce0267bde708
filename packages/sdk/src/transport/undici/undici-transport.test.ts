import { createServer, type Server } from 'node:http';
import { Agent } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { forwardProxy } from '../../../test/transport/forward-proxy.ts';
import { listenOnLoopback, misbehavingServer } from '../../../test/transport/misbehaving-server.ts';
import { createPaymentsClient } from '../../client/payments-client.ts';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import type { Transport } from '../transport.ts';
import { undiciTransport } from './index.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function server() {
  const started = await misbehavingServer();
  closing.push(started.close);
  return started;
}

function pool(options?: Parameters<typeof undiciTransport>[0]) {
  const transport = undiciTransport(options);
  closing.push(transport.close);
  return transport;
}

async function get(
  transport: Transport,
  url: string,
  method = 'GET',
  onSent?: () => void,
): Promise<string> {
  const signal = new AbortController().signal;
  const answer = await transport({ method, url, headers: {}, body: undefined, signal, onSent });
  return answer.text(100_000);
}

async function listening(made: Server): Promise<string> {
  closing.push(
    () => made.close(),
    () => made.closeAllConnections(),
  );
  return listenOnLoopback(made);
}

describe('sockets', () => {
  test('are reused, and never more than `connections` are open', async () => {
    const { origin, sockets } = await server();
    const transport = pool({ connections: 3 });
    await Promise.all(Array.from({ length: 30 }, () => get(transport, `${origin}/echo`)));
    expect(sockets.opened).toBe(3);
    await get(transport, `${origin}/echo`);
    expect(sockets.opened).toBe(3);
  });

  test('are closed before the keep-alive timeout that the service announces', async () => {
    let opened = 0;
    const url = await listening(
      createServer({ keepAliveTimeout: 60_000 }, (_request, response) => {
        response.setHeader('Keep-Alive', 'timeout=1').end();
      }).on('connection', () => {
        opened += 1;
      }),
    );
    const transport = pool({ keepAliveTimeoutThreshold: 2_000 });
    await get(transport, url);
    await get(transport, url);
    expect(opened).toBe(2);
  });

  test('that the service has closed do not carry a write: it uses a new one', async () => {
    const { origin, sockets, noneOpen } = await server();
    const transport = pool({ connections: 1 });
    for (let round = 1; round <= 20; round += 1) {
      await expect(get(transport, `${origin}/goodbye`, 'POST')).resolves.toBe('bye');
      await noneOpen();
      expect(sockets.opened).toBe(round);
    }
  });

  test('are closed by `close`, after the requests under way; later ones are refused', async () => {
    const { origin, sockets } = await server();
    const transport = undiciTransport();
    let whenSent = (_: unknown) => {};
    const sent = new Promise((resolve) => {
      whenSent = resolve;
    });
    const answer = get(transport, `${origin}/echo`, 'GET', () => whenSent(undefined));
    await sent;
    const closed = transport.close();
    await expect(answer).resolves.toContain('/echo');
    await closed;
    await expect(get(transport, `${origin}/echo`)).rejects.toMatchObject({
      code: 'TRANSPORT_CLOSED',
    });
    expect(sockets.opened).toBe(1);
  });

  test("of the caller's dispatcher stay open on `close`", async () => {
    const { origin } = await server();
    const dispatcher = new Agent();
    closing.push(() => dispatcher.close());
    await undiciTransport({ dispatcher }).close();
    await expect(get(undiciTransport({ dispatcher }), `${origin}/echo`)).resolves.toContain(
      '/echo',
    );
  });
});

test('an aborted request that waited for a socket is never sent', async () => {
  const { origin, seen } = await server();
  const transport = pool({ connections: 1 });
  const first = new AbortController();
  const second = new AbortController();
  const send = (path: string, { signal }: AbortController) =>
    transport({ method: 'GET', url: `${origin}${path}`, headers: {}, body: undefined, signal });
  const silent = send('/silent', first);
  const waiting = send('/echo', second);
  second.abort(new Error('no longer wanted'));
  await expect(waiting).rejects.toThrow('no longer wanted');
  first.abort(new Error('done'));
  await expect(silent).rejects.toThrow('done');
  await expect(get(transport, `${origin}/teapot`)).resolves.toBe('short and stout');
  expect(seen).not.toContain('/echo');
});

describe('proxy', () => {
  test('carries requests to an http service, with its own credentials only', async () => {
    const { origin } = await server();
    const proxy = await forwardProxy();
    closing.push(proxy.close);
    const transport = pool({ proxy: proxy.url.replace('//', '//user:p%40ss@') });
    const seen = JSON.parse(await get(transport, `${origin}/echo?a=1`));
    expect(seen).toMatchObject({ url: '/echo?a=1' });
    expect(seen.headers).toMatchObject({ host: new URL(origin).host });
    expect(seen.headers).not.toHaveProperty('proxy-authorization');
    expect(proxy.asked).toEqual([`GET ${origin}/echo?a=1`]);
    expect(proxy.credentials).toEqual([`Basic ${btoa('user:p@ss')}`]);
  });

  test('opens a tunnel to an https service', async () => {
    const proxy = await forwardProxy();
    closing.push(proxy.close);
    const url = await listening(createServer());
    const transport = pool({ proxy: proxy.url });
    await expect(get(transport, url.replace('http:', 'https:'))).rejects.toThrow();
    expect(proxy.asked).toEqual([`CONNECT ${new URL(url).host}`]);
  });

  test('is not bypassed when it cannot be reached', async () => {
    const { origin, seen } = await server();
    const deadProxy = await misbehavingServer();
    await deadProxy.close();
    await expect(get(pool({ proxy: deadProxy.origin }), `${origin}/echo`)).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    expect(seen).toEqual([]);
  });
});

test.each([
  ['connections', { connections: 0 }],
  ['connections', { connections: 1.5 }],
  ['keepAliveTimeout', { keepAliveTimeout: Number.NaN }],
  ['keepAliveTimeoutThreshold', { keepAliveTimeoutThreshold: -1 }],
  ['connectTimeout', { connectTimeout: Number.POSITIVE_INFINITY }],
  ['proxy', { proxy: 'proxy.example.com:8080' }],
  ['proxy', { proxy: 'socks5://127.0.0.1:1' }],
  ['dispatcher', { dispatcher: {} as Agent }],
])('refuses a wrong %s: %j', (option, options) => {
  const make = () => undiciTransport(options);
  expect(make).toThrow(ConfigurationError);
  expect(make).toThrow(expect.objectContaining({ option }));
});

test('a client sends over it', async () => {
  const sockets = new Set<unknown>();
  const url = await listening(
    createServer((request, response) => {
      sockets.add(request.socket);
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"status":404,"code":"USER_NOT_FOUND","message":"No such customer"}');
    }),
  );
  const payments = createPaymentsClient({
    baseUrl: `${url}/2025-10-13`,
    tokenId: 'token',
    clientSecret: 'secret',
    transport: pool(),
  });
  for (const customerId of ['Customer:1', 'Customer:2']) {
    await expect(payments.customers.get({ customerId })).rejects.toMatchObject({
      name: 'NotFoundError',
      code: 'USER_NOT_FOUND',
    });
  }
  expect(sockets.size).toBeLessThanOrEqual(2);
});
