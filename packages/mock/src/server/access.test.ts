import { request as send } from 'node:http';
import { expect, test } from 'vitest';
import { serve as served } from '../../test/support/served.ts';
import { createMock } from '../mock.ts';
import { isLoopback } from './access.ts';
import { type ListenOptions, listen } from './listen.ts';

async function serve(options: ListenOptions = {}) {
  const { mock, server } = await served(options);
  return { mock, server, local: `http://127.0.0.1:${new URL(server.url).port}` };
}

/** Sends a request with any host name, as a page does whose domain was pointed at this machine. */
function under(host: string, url: string, method = 'GET'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = send(url, { method, headers: { host } }, (incoming) => {
      incoming.resume();
      resolve(incoming.statusCode);
    });
    outgoing.on('error', reject).end();
  });
}

test.each([{}, { host: '0.0.0.0' }])(
  'rule 102: a server listening with %j refuses another host name',
  async (options) => {
    const { mock, local } = await serve(options);
    const port = new URL(local).port;
    const before = mock.snapshot();
    mock.add.customer();
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      'localhost.evil.example',
      '127.0.0.1.',
    ]) {
      for (const path of ['/__mock/connection', '/__mock/health', '/', '/2025-10-13/documents']) {
        expect(await under(host, `${local}${path}`), `${host} ${path}`).toBe(403);
      }
      expect(await under(host, `${local}/__mock/reset`, 'POST')).toBe(403);
    }
    expect(mock.snapshot().tables.customers.rows).not.toEqual(before.tables.customers.rows);
    for (const host of ['localhost', `127.0.0.1:${port}`, '[::1]:80', 'LOCALHOST']) {
      expect(await under(host, `${local}/2025-10-13/documents`), host).toBe(401);
    }
  },
);

test('rule 102: a name given as an option is allowed', async () => {
  const { local } = await serve({ allowedHosts: ['mock.internal'] });
  expect(await under('mock.internal:80', `${local}/2025-10-13/documents`)).toBe(401);
  expect(await under('other.internal', `${local}/2025-10-13/documents`)).toBe(403);
});

test("rule 102: beyond loopback the control API requires the server's token", async () => {
  const { mock, server, local } = await serve({ host: '0.0.0.0' });
  mock.add.customer();
  const token = server.controlToken ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(server.inspectorUrl).toBe(`${server.url}/#token=${token}`);
  const reset = (headers: Record<string, string> = {}) =>
    fetch(`${local}/__mock/reset`, { method: 'POST', headers });
  for (const authorization of ['', 'Bearer', 'Bearer x', `Basic ${token}`, `Bearer ${token}x`]) {
    const refused = await reset(authorization === '' ? {} : { authorization });
    expect(refused.status, authorization).toBe(401);
    expect(await refused.text()).not.toContain(token);
  }
  for (const path of ['connection', 'overview', 'log', 'outbox', 'snapshot', 'events', 'health']) {
    expect((await fetch(`${local}/__mock/${path}`)).status, path).toBe(401);
  }
  expect(mock.snapshot().tables.customers.rows).toHaveLength(1);
  expect((await reset({ authorization: `Bearer ${token}` })).status).toBe(204);
  expect(mock.snapshot().tables.customers.rows).toHaveLength(0);
  expect((await fetch(`${local}/2025-10-13/documents`)).status).toBe(401);
  expect((await fetch(local, { headers: { accept: 'text/html' } })).status).toBe(200);
  const other = await serve({ host: '0.0.0.0' });
  expect(other.server.controlToken).not.toBe(token);
});

test('rule 102: on loopback no token is required', async () => {
  const { server } = await serve();
  expect([server.controlToken, server.inspectorUrl]).toEqual([undefined, server.url]);
  const names = ['localhost', '127.0.0.1', '127.1.2.3', '::1'];
  expect(names.map(isLoopback)).toEqual([true, true, true, true]);
  const others = ['0.0.0.0', '::', '192.168.1.2', '127.example.com', 'mock.internal'];
  expect(others.map(isLoopback)).toEqual(others.map(() => false));
});

test.each([true, ['https://app.example']])(
  'rule 102: CORS set to %j opens the API, but not the control API',
  async (cors) => {
    const { mock, server } = await serve({ cors });
    const origin = 'https://app.example';
    const api = await fetch(`${server.connection.baseUrl}/documents`, { headers: { origin } });
    expect(api.headers.get('access-control-allow-origin')).toBe(cors === true ? '*' : origin);
    expect(api.headers.get('access-control-expose-headers')).toContain('Mock-Explanation');
    const asked = await fetch(`${server.connection.baseUrl}/documents`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PATCH' },
    });
    expect(asked.status).toBe(204);
    for (const name of ['Authorization', 'Idempotency-Key', 'Service-Wallet-Signature']) {
      expect(asked.headers.get('access-control-allow-headers')).toContain(name);
    }
    mock.add.customer();
    const preflight = await fetch(`${server.url}/__mock/reset`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(403);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    const reset = await fetch(`${server.url}/__mock/reset`, {
      method: 'POST',
      headers: { origin },
    });
    expect(reset.status).toBe(403);
    expect(mock.snapshot().tables.customers.rows).toHaveLength(1);
  },
);

test('a page of an unlisted origin cannot read the API', async () => {
  const { server } = await serve({ cors: ['https://app.example'] });
  const headers = { origin: 'https://evil.example' };
  const response = await fetch(`${server.connection.baseUrl}/documents`, { headers });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});

test('with CORS on, a broken connection still breaks', async () => {
  const { mock, server } = await serve({ cors: true });
  const url = `${server.connection.baseUrl}/documents`;
  mock.faults.add({ effect: { kind: 'truncate', bytes: 5 } });
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
  mock.faults.add({ effect: { kind: 'lose-reply' } });
  await expect(fetch(url)).rejects.toThrow();
});

test('rule 102: the token can be chosen, also on loopback', async () => {
  const controlToken = 'a-token-of-the-test';
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const { server, local } = await serve({ host, controlToken });
    expect(server.controlToken).toBe(controlToken);
    const authorization = `Bearer ${controlToken}`;
    const statuses = [
      await fetch(`${local}/__mock/clock`),
      await fetch(`${local}/__mock/clock`, { headers: { authorization } }),
    ].map(({ status }) => status);
    expect(statuses, host).toEqual([401, 200]);
  }
  for (const wrong of ['too-short', 'with spaces in between']) {
    await expect(listen(createMock(), { controlToken: wrong })).rejects.toThrow(
      'controlToken must have at least 16 characters, and no spaces',
    );
  }
});
