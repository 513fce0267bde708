import { createServer } from 'node:http';
import { Agent } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { listening } from '../../../test/servers.ts';
import { forwardProxy } from '../../../test/transport/forward-proxy.ts';
import { misbehavingServer } from '../../../test/transport/misbehaving-server.ts';
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

describe('sockets', () => {
  test('are closed before the keep-alive timeout that the service announces', async () => {
    let opened = 0;
    const { url, close } = await listening(
      createServer({ keepAliveTimeout: 60_000 }, (_request, response) => {
        response.setHeader('Keep-Alive', 'timeout=1').end();
      }).on('connection', () => {
        opened += 1;
      }),
    );
    closing.push(close);
    const transport = pool({ keepAliveTimeoutThreshold: 2_000 });
    await get(transport, url);
    await get(transport, url);
    expect(opened).toBe(2);
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
