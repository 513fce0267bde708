import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { ORIGIN, testRelay } from '../../../test/relay/call-relay.ts';
import { nodeHandler } from './node-handler.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

const headers = { origin: ORIGIN, 'content-type': 'application/json', cookie: 'user=ada' };

async function serve(mount: (app: Express, handler: ReturnType<typeof nodeHandler>) => void) {
  const { relay } = testRelay({}, { mount: '/api/wallet' });
  const app = express();
  mount(app, nodeHandler(relay));
  const server = await new Promise<Server>((resolve) => {
    const listening: Server = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  const post = (path: string, body: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
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
  ] as const satisfies [string, Parameters<typeof serve>[0]][])(
    '%s serves, refuses and limits',
    async (_how, mount) => {
      const { post } = await serve(mount);
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
