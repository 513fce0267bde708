import { once } from 'node:events';
import { connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { ORIGIN, testRelay } from '../../test/call-relay.ts';
import { fastifyHandler, fastifyRelay } from './index.ts';

const apps: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

const headers = { origin: ORIGIN, 'content-type': 'application/json', cookie: 'user=ada' };

async function servePlugin() {
  const { relay } = testRelay({}, { mount: '/api/wallet' });
  const app = fastify({ forceCloseConnections: true });
  apps.push(app);
  app.register(fastifyRelay(relay), { prefix: '/api/wallet' });
  app.post('/elsewhere', async (request) => request.body);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, target: `${url}/api/wallet/v1/account` };
}

describe('fastifyRelay', () => {
  it('serves and refuses as the relay does, and leaves other routes their parsers', async () => {
    const { url, target } = await servePlugin();
    const good = await fetch(target, { method: 'POST', headers, body: '{}' });
    expect([good.status, good.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await good.json()).toMatchObject({ accountId: 'InternalAccount:ada' });
    const responses = await Promise.all([
      fetch(target, { method: 'POST', headers, body: '{' }),
      fetch(target, { method: 'POST', headers: { ...headers, origin: 'null' }, body: '{}' }),
      fetch(target, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'text/plain' },
        body: '{}',
      }),
      fetch(target, { method: 'POST', headers, body: ' '.repeat(70_000) }),
      fetch(`${url}/api/wallet/v1/unheard`, { method: 'POST', headers, body: '{}' }),
      fetch(target, { headers: { origin: ORIGIN } }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([400, 403, 415, 413, 404, 405]);
    expect(await responses[4]?.text()).toContain('which is mounted at /api/wallet.');
    const elsewhere = await fetch(`${url}/elsewhere`, { method: 'POST', headers, body: '{"a":1}' });
    expect(await elsewhere.json()).toEqual({ a: 1 });
  });

  it('refuses before the body arrives', async () => {
    const { url } = await servePlugin();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const head = ['POST /api/wallet/v1/account HTTP/1.1', 'host: a', `origin: ${ORIGIN}`];
    const lines = [...head, 'content-type: application/json', 'content-length: 60000'];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const [response] = await once(socket, 'data');
    socket.destroy();
    expect(String(response)).toMatch(/^HTTP\/1.1 401 /);
  });
});

async function serveRoute() {
  const { relay } = testRelay();
  const app = fastify();
  apps.push(app);
  app.all('/api/wallet/*', fastifyHandler(relay));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return `${url}/api/wallet/v1/account`;
}

describe('fastifyHandler in Fastify itself', () => {
  it('serves and refuses behind the body parser of the framework', async () => {
    const target = await serveRoute();
    const served = await fetch(target, { method: 'POST', headers, body: '{}' });
    expect([served.status, served.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await served.json()).toMatchObject({ accountId: 'InternalAccount:ada' });
    const foreign = JSON.stringify({ accountId: 'InternalAccount:eve' });
    const answers = await Promise.all([
      fetch(target, { method: 'POST', headers, body: foreign }),
      fetch(target, { method: 'POST', headers: { ...headers, origin: 'null' }, body: '{}' }),
      fetch(target, { method: 'POST', headers: { ...headers, cookie: '' }, body: '{}' }),
      fetch(target, { headers: { origin: ORIGIN, cookie: 'user=ada' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 401, 405]);
  });
});
