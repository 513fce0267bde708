import { Agent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { tcpServer } from '../../../test/servers.ts';
import { misbehavingServer } from '../../../test/transport/misbehaving-server.ts';
import { createPaymentsClient } from '../../client/payments-client.ts';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import type { Transport } from '../transport.ts';
import { nodeHttpTransport } from './index.ts';
import { agentsFollowProxies, checkProxy, proxyEnvironment } from './options.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0).reverse()) await close();
});

function pool(options?: Parameters<typeof nodeHttpTransport>[0]) {
  const transport = nodeHttpTransport(options);
  closing.push(transport.close);
  return transport;
}

async function misbehaving() {
  const server = await misbehavingServer();
  closing.push(server.close);
  return server;
}

async function silent() {
  const server = await tcpServer();
  closing.push(server.close);
  return server;
}

async function get(
  transport: Transport,
  url: string,
  more: Partial<Parameters<Transport>[0]> = {},
) {
  const { signal } = new AbortController();
  const request = { method: 'GET', url, headers: {}, body: undefined, signal, ...more };
  return (await transport(request)).text(100_000);
}

describe('connections', () => {
  test("of the caller's agent stay open on `close`", async () => {
    const { origin, sockets } = await misbehaving();
    const agent = new Agent({ keepAlive: true });
    closing.push(() => agent.destroy());
    const secure = new HttpsAgent();
    const first = nodeHttpTransport({ agent });
    await get(first, `${origin}/echo`);
    await first.close();
    await get(nodeHttpTransport({ agent: { http: agent, https: secure } }), `${origin}/echo`);
    expect(sockets.opened).toBe(1);
  });

  test('that are not established in time are abandoned and closed', async () => {
    const server = await silent();
    const sent = vi.fn();
    const transport = pool({ connectTimeout: 50 });
    const url = `https://127.0.0.1:${server.port}/`;
    const refused = { code: 'CONNECT_TIMEOUT' };
    await expect(get(transport, url, { onSent: sent })).rejects.toMatchObject(refused);
    await server.closedByClient();
    expect(sent).not.toHaveBeenCalled();
  });

  test.each(['https', 'http'])('in the making are closed on an abort: %s', async (protocol) => {
    const server = await silent();
    if (protocol === 'http') vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${server.port}`);
    const host = protocol === 'http' ? 'service.example' : `127.0.0.1:${server.port}`;
    const controller = new AbortController();
    const transport = pool();
    const waiting = get(transport, `https://${host}/`, { signal: controller.signal });
    await server.dataArrived;
    controller.abort(new Error('stop'));
    await expect(waiting).rejects.toThrow('stop');
    await server.closedByClient();
  });
});

test('a request calls `onSent` once, also when the connection is reused', async () => {
  const { origin } = await misbehaving();
  const transport = pool({ connections: 1 });
  for (let round = 0; round < 3; round += 1) {
    const onSent = vi.fn();
    await get(transport, `${origin}/echo`, { onSent });
    expect(onSent).toHaveBeenCalledTimes(1);
  }
});

test('response header fields are limited', async () => {
  const { origin } = await misbehaving();
  const transport = pool({ maxHeaderSize: 1_024 });
  const refused = { code: 'HPE_HEADER_OVERFLOW' };
  await expect(get(transport, `${origin}/many-fields`)).rejects.toMatchObject(refused);
});

describe('the variables of a proxy', () => {
  const env = (fields: Record<string, string>) => proxyEnvironment(fields) ?? {};

  test('are read where one names a proxy', () => {
    expect(proxyEnvironment({})).toBeUndefined();
    expect(proxyEnvironment({ NO_PROXY: '*', HTTPS_PROXY: '' })).toBeUndefined();
    expect(proxyEnvironment({ https_proxy: 'http://p:1', OTHER: 'x' })).toEqual({
      https_proxy: 'http://p:1',
    });
  });

  test.each([
    ['22.12.0', false],
    ['22.20.0', false],
    ['22.21.0', true],
    ['23.11.0', false],
    ['24.4.1', false],
    ['24.5.0', true],
    ['26.0.0', true],
  ])('can be followed by Node %s: %s', (version, expected) => {
    expect(agentsFollowProxies(version)).toBe(expected);
    const check = () => checkProxy(env({ HTTPS_PROXY: 'http://p:1' }), version);
    if (expected) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ option: 'HTTPS_PROXY' }));
    // A variable that is switched off has no effect.
    expect(() =>
      checkProxy(env({ HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' }), version),
    ).not.toThrow();
  });

  test.each(['socks5://user:secret@proxy:1080', 'proxy:8080', 'nonsense'])(
    'that Node would silently ignore are refused, without their value: %s',
    async (value) => {
      vi.stubEnv('HTTPS_PROXY', value);
      const refused = get(pool(), 'https://service.example/');
      await expect(refused).rejects.toBeInstanceOf(ConfigurationError);
      await expect(refused).rejects.not.toThrow('secret');
    },
  );

  test('reach the caller of a client as a ConfigurationError', async () => {
    vi.stubEnv('HTTPS_PROXY', 'socks5://proxy:1080');
    const payments = createPaymentsClient({
      baseUrl: 'https://service.example/2025-10-13',
      tokenId: 'token',
      clientSecret: 'secret',
      transport: pool(),
    });
    const refused = { name: 'ConfigurationError', option: 'HTTPS_PROXY' };
    await expect(payments.cards.get({ id: 'Card:1' })).rejects.toMatchObject(refused);
  });

  test('are not followed for names in NO_PROXY, nor with `proxyFromEnv: false`', async () => {
    const { origin } = await misbehaving();
    const proxy = await silent();
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) {
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    }
    // What is reached by http is on this machine.
    await expect(get(pool(), `${origin}/echo`)).resolves.toContain('/echo');
    const asked = origin.replace('http:', 'https:');
    const noTls = { code: 'EPROTO' };
    await expect(get(pool({ proxyFromEnv: false }), asked)).rejects.toMatchObject(noTls);
    vi.stubEnv('NO_PROXY', '127.0.0.1');
    await expect(get(pool(), asked)).rejects.toMatchObject(noTls);
    expect(proxy.received()).toBe('');
  });
});

test.each([
  ['connections', { connections: 0 }],
  ['keepAliveTimeout', { keepAliveTimeout: 1_000 }],
  ['connectTimeout', { connectTimeout: Number.POSITIVE_INFINITY }],
  ['maxHeaderSize', { maxHeaderSize: 10 }],
  ['agent', { agent: {} as Agent }],
])('refuses a wrong %s: %j', (option, options) => {
  expect(() => nodeHttpTransport(options)).toThrow(expect.objectContaining({ option }));
});
