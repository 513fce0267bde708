import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { ORIGIN, testRelay } from '../../../test/relay/call-relay.ts';
import { fastifyHandler } from './fastify-handler.ts';

const apps: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

const headers = { origin: ORIGIN, 'content-type': 'application/json', cookie: 'user=ada' };

async function serve() {
  const { relay } = testRelay();
  const app = fastify();
  apps.push(app);
  app.all('/api/wallet/*', fastifyHandler(relay));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return `${url}/api/wallet/v1/account`;
}

describe('fastifyHandler in Fastify itself', () => {
  it('serves the relay behind the body parser of the framework', async () => {
    const response = await fetch(await serve(), { method: 'POST', headers, body: '{}' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await response.json()).toMatchObject({ accountId: 'InternalAccount:ada' });
  });

  it('refuses as the relay refuses', async () => {
    const target = await serve();
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
