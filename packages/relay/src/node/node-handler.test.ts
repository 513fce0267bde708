import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import express, { type Express } from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenOn } from '../../../sdk/test/servers.ts';
import { ORIGIN, testRelay } from '../../test/call-relay.ts';
import { nodeHandler } from './index.ts';

const headers = { origin: ORIGIN, 'content-type': 'application/json', cookie: 'user=ada' };

async function serve() {
  const setup = testRelay({}, { mount: '/api/wallet' });
  const problems: unknown[] = [];
  const handler = nodeHandler(setup.relay, { onError: (error) => problems.push(error) });
  const server = await listenOn(handler);
  onTestFinished(server.close);
  return { ...setup, ...server, problems };
}

describe('nodeHandler', () => {
  it('serves the relay on a node:http server', async () => {
    const { url } = await serve();
    const target = `${url}/api/wallet/v1/account`;
    const response = await fetch(target, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ accountId: 'InternalAccount:ada' });
    expect((await fetch(target, { headers: { origin: ORIGIN } })).status).toBe(405);
  });

  it('names a body that something else has read, as the parser of Fastify does', async () => {
    const { relay, errors } = testRelay();
    const { url, close } = await listenOn(async (incoming, outgoing) => {
      await incoming.toArray();
      await nodeHandler(relay)(incoming, outgoing);
    });
    onTestFinished(close);
    const sent = await fetch(`${url}/v1/account`, { method: 'POST', headers, body: '{}' });
    expect(sent.status).toBe(500);
    expect(String(errors[0])).toContain('read before the request reached the relay');
  });

  it('does not reject if something else has responded meanwhile, such as a time limit', async () => {
    const problems: unknown[] = [];
    const relay = { fetch: async () => Response.json({}) };
    const handler = nodeHandler(relay, { onError: (error) => problems.push(error) });
    const ends: unknown[] = [];
    const { url, close } = await listenOn(async (incoming, outgoing) => {
      outgoing.writeHead(503).end('too late');
      ends.push(await handler(incoming, outgoing).catch((error: unknown) => error));
    });
    onTestFinished(close);
    for (const body of ['{}', 'x'.repeat(200_000)]) {
      const response = await fetch(`${url}/v1/account`, { method: 'POST', headers, body });
      expect(response.status).toBe(503);
    }
    expect(ends).toEqual([undefined, undefined]);
    expect(problems).toMatchObject([
      { message: expect.stringContaining('else has responded') },
      {},
    ]);
  });

  it.each([
    ['POST http://evil.example.com/api/wallet/v1/account', 400],
    ['POST //evil.example.com/api/wallet/v1/account', 404],
    ['POST /api/wallet/../wallet/v1/account', 404],
    ['POST /api/wallet/%2e%2e/wallet/v1/account', 404],
    ['POST /x/%2e%2e/api/wallet/v1/account', 404],
    ['POST /api/wallet/./v1/account', 404],
    ['POST /api\\wallet/v1/account', 404],
    ['POST /api/wallet/v1%2faccount', 404],
    ['POST /api/wallet/v1/account?x=/v1/verify', 200],
    ['POST *', 400],
    ['TRACE /api/wallet/v1/account', 405],
  ])('responds to the raw request line %j with %i', async (line, status) => {
    const { port } = await serve();
    const socket = connect(port, '127.0.0.1');
    const fields = {
      ...headers,
      host: 'evil.example.com',
      connection: 'close',
      'content-length': '2',
    };
    const text = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    // Not ended: Node closes a connection that the client has closed for writing.
    socket.write(`${line} HTTP/1.1\r\n${text.join('')}\r\n{}`);
    const response = (await buffer(socket)).toString();
    expect(response.split(' ', 2)[1]).toBe(String(status));
  });

  it('ends without an error when the browser disconnects in the middle', async () => {
    const { port, problems, received } = await serve();
    const socket = connect(port, '127.0.0.1');
    const text = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const line = 'POST /api/wallet/v1/account HTTP/1.1\r\nhost: a\r\ncontent-length: 20\r\n';
    socket.write(`${line}${text.join('')}\r\n{`, () => socket.destroy());
    await expect.poll(() => problems.length).toBe(1);
    expect(received).toEqual([]);
  });
});

async function serveExpress(
  mount: (app: Express, handler: ReturnType<typeof nodeHandler>) => void,
) {
  const { relay } = testRelay({}, { mount: '/api/wallet' });
  const app = express();
  mount(app, nodeHandler(relay));
  const { url, close } = await listenOn(app);
  onTestFinished(close);
  const post = (path: string, body: string) =>
    fetch(`${url}${path}`, { method: 'POST', headers, body });
  return { post };
}

describe('nodeHandler in Express itself', () => {
  it.each([
    ['mounted below a path', (app: Express, handler) => app.use('/api/wallet', handler)],
    [
      'behind its body parser',
      (app: Express, handler) => app.use('/api/wallet', express.json(), handler),
    ],
    [
      'behind a raw body parser',
      (app: Express, handler) => app.use(express.raw({ type: '*/*' }), handler),
    ],
  ] as const satisfies [string, Parameters<typeof serveExpress>[0]][])(
    '%s serves, refuses and limits',
    async (_how, mount) => {
      const { post } = await serveExpress(mount);
      const answered = await post('/api/wallet/v1/account', '{}');
      expect(answered.status).toBe(200);
      expect(answered.headers.get('cache-control')).toBe('no-store');
      expect(await answered.json()).toMatchObject({ accountId: 'InternalAccount:ada' });
      const foreign = await post('/api/wallet/v1/account', '{"accountId":"InternalAccount:eve"}');
      expect(foreign.status).toBe(403);
      expect((await post('/api/wallet/v1/unheard', '{}')).status).toBe(404);
    },
  );
});
