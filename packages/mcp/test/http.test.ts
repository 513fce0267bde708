import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  createPaymentsMcp,
  McpOptionError,
  memoryPasskeys,
  type PaymentsMcp,
} from '@org/payments-mcp';
import { type HttpOptions, listenHttp } from '@org/payments-mcp/http';
import { expect, onTestFinished, test } from 'vitest';
import { call, connect, type Person, serverOf, stage } from './stage.ts';

// The server counts a call until its response is complete, which may be after the client read it.
const patient = { timeout: 60_000, interval: 20 };
const token = 'a-token-for-the-endpoint-of-the-test';

async function start(
  options: Partial<HttpOptions> = {},
  serve: (setting: ReturnType<typeof stage>) => PaymentsMcp = ({ agent }) => serverOf({ agent }),
) {
  const setting = stage();
  const mcp = serve(setting);
  const server = await listenHttp(mcp, { token, port: 0, ...options });
  onTestFinished(() => server.close());
  const open = (person?: Person) => {
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });
    return connect(transport as Transport, person);
  };
  return { ...setting, server, open };
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
};

/** Sends a request as it is, with a `Host` header of any kind. */
function send(url: string, headers: Record<string, string>, body: string, method = 'POST') {
  return new Promise<{ status: number; text: string; headers: IncomingHttpHeaders }>(
    (resolve, reject) => {
      const given = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
        ...headers,
      };
      const request = httpRequest(url, { method, headers: given }, async (response) => {
        const parts: string[] = [];
        for await (const part of response) parts.push(String(part));
        resolve({
          status: response.statusCode ?? 0,
          text: parts.join(''),
          headers: response.headers,
        });
      });
      request.on('error', reject);
      request.end(body);
    },
  );
}

test('idle connections are kept longer than load balancers keep them', async () => {
  const { server } = await start();
  const { headers } = await fetch(server.url, { method: 'POST' });
  expect(headers.get('keep-alive')).toBe('timeout=75');
});

test('the official client pays over HTTP: its person is asked within the call', async () => {
  const { open, transfer, balance } = await start();
  const asked: string[] = [];
  const client = await open((message) => {
    asked.push(message);
    return { action: 'accept' };
  });
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(17);
  const input = { ...transfer, amount: 50_00, idempotencyKey: 'invoice-7' };
  const paid = await call(client, 'agent_transfers_create_out', input);
  expect(paid.value).toMatchObject({ status: 'APPROVED', idempotencyKey: 'invoice-7' });
  const repeated = await call(client, 'agent_transfers_create_out', input);
  expect(repeated.value.id).toBe(paid.value.id);
  expect(asked).toHaveLength(2);
  expect(await balance()).toBe(950_00);
});

test('the endpoint accepts its token and its hosts, and refuses pages', async () => {
  const { server } = await start({ allowedOrigins: ['https://chat.example.com'] });
  const body = JSON.stringify(initialize);
  const cases: [Record<string, string>, number, string][] = [
    [{ authorization: '' }, 401, 'UNAUTHORIZED'],
    [{ authorization: `Bearer ${token}x` }, 401, 'UNAUTHORIZED'],
    [{ authorization: `Basic ${token}` }, 401, 'UNAUTHORIZED'],
    [{ host: 'rebound.example.com' }, 403, 'FORBIDDEN_HOST'],
    [{ origin: 'https://evil.example.com' }, 403, 'FORBIDDEN_ORIGIN'],
    [{ origin: 'null' }, 403, 'FORBIDDEN_ORIGIN'],
    [{ 'mcp-session-id': 'made-up' }, 404, 'UNKNOWN_SESSION'],
  ];
  for (const [headers, status, code] of cases) {
    const response = await send(server.url, headers, body);
    expect([response.status, response.text]).toEqual([status, expect.stringContaining(code)]);
    expect(response.text).not.toContain(token);
    expect(response.text).toContain(`/errors/${code}`);
  }
  const allowed = await send(server.url, { origin: 'https://chat.example.com' }, body);
  expect(allowed.status).toBe(200);
  const elsewhere = await send(server.url.replace('/mcp', '/'), {}, body);
  expect(elsewhere.status).toBe(404);
  expect((await send(server.url, {}, '', 'PUT')).status).toBe(405);
  expect((await send(server.url, {}, '', 'GET')).status).toBe(404);
});

const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

test('each refused request has a code, an action and the page of the code', async () => {
  const { server } = await start();
  const opened = await send(server.url, {}, JSON.stringify(initialize));
  const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const cases: [string, number, string, Record<string, string>, unknown, string?][] = [
    ['no event stream', 406, 'NOT_ACCEPTABLE', { accept: 'application/json' }, initialize],
    ['a GET of JSON', 406, 'NOT_ACCEPTABLE', { ...session, accept: 'a/b' }, '', 'GET'],
    ['text', 415, 'UNSUPPORTED_MEDIA_TYPE', { 'content-type': 'text/plain' }, initialize],
    ['no initialize', 400, 'NOT_INITIALIZED', {}, list],
    ['no message', 400, 'NOT_INITIALIZED', {}, {}],
    ['no message in a session', 400, 'INVALID_MESSAGE', session, {}],
    ['two first messages', 400, 'INVALID_MESSAGE', {}, [initialize, initialize]],
    ['a second initialize', 400, 'INVALID_MESSAGE', session, initialize],
    ['a version', 400, 'INVALID_MESSAGE', { ...session, 'mcp-protocol-version': '1' }, list],
    ['an event', 400, 'INVALID_MESSAGE', { ...session, 'last-event-id': 'none' }, '', 'GET'],
  ];
  for (const [what, status, code, headers, body, method] of cases) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const refused = await send(server.url, headers, text, method);
    expect([what, refused.status]).toEqual([what, status]);
    expect(JSON.parse(refused.text)).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: {
        message: expect.any(String),
        data: {
          code,
          action: expect.any(String),
          docs: expect.stringMatching(new RegExp(`/errors/${code}$`)),
        },
      },
    });
  }
  const headers = { ...session, authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  const controller = new AbortController();
  const stream = await fetch(server.url, { headers, signal: controller.signal });
  expect(stream.status).toBe(200);
  const second = await fetch(server.url, { headers });
  expect(second.status).toBe(409);
  expect(await second.json()).toMatchObject({ error: { data: { code: 'STREAM_IN_USE' } } });
  // A stream that the client left makes room for the next one.
  controller.abort();
  await expect
    .poll(async () => {
      const next = await fetch(server.url, { headers });
      await next.body?.cancel();
      return next.status;
    }, patient)
    .toBe(200);
});

test.each([
  ['127.0.0.2', '127.0.0.2'],
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', 'localhost'],
  ['0:0:0:0:0:0:0:1', '[::1]'],
])('a server on %s is reached at the address that it names', async (host, name) => {
  const { server } = await start({ host });
  const { port } = new URL(server.url);
  expect(new URL(server.url).hostname).toBe(name);
  for (const known of [name, 'localhost']) {
    const reached = await send(
      server.url,
      { host: `${known}:${port}` },
      JSON.stringify(initialize),
    );
    expect([known, reached.status]).toEqual([known, 200]);
  }
  const rebound = await send(server.url, { host: 'rebound.example.com' }, '');
  expect(rebound.status).toBe(403);
});

test('a page of an allowed origin passes its preflight and can read the session id', async () => {
  const origin = 'https://chat.example.com';
  const { server } = await start({ allowedOrigins: [origin] });
  // A browser sends no token with a preflight.
  const asked = await send(server.url, { origin, authorization: '' }, '', 'OPTIONS');
  expect(asked).toMatchObject({
    status: 204,
    headers: {
      'access-control-allow-origin': origin,
      'access-control-allow-headers': expect.stringContaining('MCP-Session-Id'),
    },
  });
  const opened = await send(server.url, { origin }, JSON.stringify(initialize));
  expect(opened).toMatchObject({
    status: 200,
    headers: { 'access-control-allow-origin': origin, vary: 'origin' },
  });
  expect(opened.headers['access-control-expose-headers']).toBe('MCP-Session-Id');
  expect(opened.headers['mcp-session-id']).toEqual(expect.any(String));
  const evil = { origin: 'https://evil.example.com', authorization: '' };
  const refused = await send(server.url, evil, '', 'OPTIONS');
  expect(refused.status).toBe(403);
  expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
});

test('closing ends the sessions and stops listening', async () => {
  const { server, open } = await start();
  const client = await open();
  await client.listTools();
  await server.close();
  await expect(client.listTools()).rejects.toThrow();
  await expect(send(server.url, {}, JSON.stringify(initialize))).rejects.toThrow();
  await server.close();
});

test('bodies are limited, and what is not JSON is refused', async () => {
  const { server } = await start({ maxBodyBytes: 2000 });
  const large = JSON.stringify({ ...initialize, filler: 'x'.repeat(3000) });
  expect((await send(server.url, {}, large)).status).toBe(413);
  const chunked = await send(server.url, { 'transfer-encoding': 'chunked' }, large);
  expect(chunked.status).toBe(413);
  expect((await send(server.url, {}, '{')).text).toContain('INVALID_JSON');
  const { server: usual } = await start();
  expect((await send(usual.url, {}, ' '.repeat(1_000_000))).status).toBe(400);
  expect((await send(usual.url, {}, ' '.repeat(1_000_001))).status).toBe(413);
});

test('beyond the limit the session used least recently ends, and one that its client ended makes room', async () => {
  const { server } = await start({ maxSessions: 3 });
  const begin = async () =>
    String((await send(server.url, {}, JSON.stringify(initialize))).headers['mcp-session-id']);
  const use = async (id: string) =>
    (await send(server.url, { 'mcp-session-id': id }, JSON.stringify(list))).status;
  const [first, second, third] = [await begin(), await begin(), await begin()];
  expect(await use(first)).toBe(200);
  const fourth = await begin();
  expect([await use(first), await use(third), await use(fourth)]).toEqual([200, 200, 200]);
  const ended = await send(server.url, { 'mcp-session-id': second }, JSON.stringify(list));
  expect(ended.text).toContain('UNKNOWN_SESSION');
  await send(server.url, { 'mcp-session-id': third }, '', 'DELETE');
  await begin();
  expect([await use(first), await use(third), await use(fourth)]).toEqual([200, 404, 200]);
});

test('a session whose payment awaits a person is not ended for another one', async () => {
  const { server, open, transfer, balance } = await start({ maxSessions: 2 });
  const asked = Promise.withResolvers<void>();
  const decided = Promise.withResolvers<{ readonly action: 'accept' }>();
  const person: Person = () => {
    asked.resolve();
    return decided.promise;
  };
  const [payer, other] = await Promise.all([open(person), open(person)]);
  const input = { ...transfer, amount: 10_00, idempotencyKey: 'invoice-1' };
  const paid = call(payer, 'agent_transfers_create_out', input);
  await asked.promise;
  // The payer used its session before the other one: without its call it would end first.
  await other.listTools();
  const begin = () => send(server.url, {}, JSON.stringify(initialize));
  await expect.poll(async () => (await begin()).status, patient).toBe(200);
  await expect(other.listTools()).rejects.toThrow('UNKNOWN_SESSION');
  decided.resolve({ action: 'accept' });
  expect((await paid).value).toMatchObject({ status: 'APPROVED' });
  expect(await balance()).toBe(990_00);
});

/** Reads a stream of server-sent events until one of them fits; returns all that came. */
async function eventsUntil(
  url: string,
  init: RequestInit,
  fits: (event: string) => boolean,
): Promise<string[]> {
  const controller = new AbortController();
  const response = await fetch(url, { ...init, signal: controller.signal });
  const events: string[] = [];
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    events.push(...parts);
    if (parts.some(fits)) break;
  }
  controller.abort();
  return events;
}

test('a client whose stream broke while a person decided receives the result of its payment', async () => {
  const decision = Promise.withResolvers<void>();
  const { server, transfer, balance } = await start({ maxSessions: 1 }, ({ agent }) => {
    const mcp = serverOf({ agent, pageOnly: true });
    let id = '';
    const page = mcp.approvalPage({ authenticate: () => 'ada', onWaiting: () => undefined });
    void decision.promise.then(async () => {
      const html = await (await page.fetch(new Request('http://page/approvals'))).text();
      id = /\/approvals\/([\w-]+)/.exec(html)?.[1] ?? '';
      const body = new URLSearchParams({ decision: 'approve' });
      const headers = { origin: 'http://page' };
      await page.fetch(
        new Request(`http://page/approvals/${id}`, { method: 'POST', body, headers }),
      );
    });
    return mcp;
  });
  const params = { ...initialize.params, protocolVersion: '2025-11-25' };
  const opened = await send(server.url, {}, JSON.stringify({ ...initialize, params }));
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
    'mcp-session-id': String(opened.headers['mcp-session-id']),
    'mcp-protocol-version': '2025-11-25',
  };
  const arguments_ = { ...transfer, amount: 10_00, idempotencyKey: 'invoice-1' };
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: {
      name: 'agent_transfers_create_out',
      arguments: arguments_,
      _meta: { progressToken: 'p' },
    },
  });
  // The stream breaks at the first sign of life, before the person has decided.
  const before = await eventsUntil(server.url, { method: 'POST', headers, body }, (event) =>
    event.includes('notifications/progress'),
  );
  expect(before.join()).not.toContain('"result"');
  // The call continues: no other client ends its session, also once the server has seen the break.
  for (let count = 0; count < 20; count += 1) {
    const other = await send(server.url, {}, JSON.stringify(initialize));
    expect(JSON.parse(other.text).error.data).toMatchObject({ code: 'TOO_MANY_SESSIONS' });
  }
  const lastEventId = /^id: (.+)$/m.exec(before.at(-1) ?? '')?.[1] ?? '';
  decision.resolve();
  await expect.poll(balance, patient).toBe(990_00);
  const after = await eventsUntil(
    server.url,
    { headers: { ...headers, 'last-event-id': lastEventId } },
    (event) => event.includes('"id":7'),
  );
  expect(after.join()).toContain('APPROVED');
});

test('a passkey cannot be required where a client could approve without one', async () => {
  const { payments } = stage();
  const passkeys = memoryPasskeys();
  const loose = createPaymentsMcp({ platform: payments });
  expect(() => loose.approvalPage({ authenticate: () => 'ada', passkeys })).toThrow(McpOptionError);
  const strict = createPaymentsMcp({ platform: payments, pageOnly: true });
  await expect(listenHttp(strict, { token, port: 0, passkeys })).rejects.toThrow(McpOptionError);
});
