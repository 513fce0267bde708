import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { ORIGIN, testRelay } from '../../../test/relay/call-relay.ts';
import { listenOn } from '../../../test/relay/listen.ts';
import { fastifyHandler } from './fastify-handler.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

const headers = { origin: ORIGIN, 'content-type': 'application/json', cookie: 'user=ada' };

/** Fastify's part, in a few lines: it parses the body, and sends what a handler returns. */
async function serve() {
  const setup = testRelay();
  const handler = fastifyHandler(setup.relay);
  const server = await listenOn(async (raw: IncomingMessage, outgoing: ServerResponse) => {
    const bytes = await buffer(raw);
    const text = bytes.toString();
    const body: unknown = text === '' ? null : JSON.parse(text);
    const reply = {
      code: (status: number) => {
        outgoing.statusCode = status;
        return reply;
      },
      header: (name: string, value: string) => {
        outgoing.setHeader(name, value);
        return reply;
      },
    };
    outgoing.end(await handler({ raw, body }, reply));
  });
  closers.push(server.close);
  return { ...setup, target: `${server.url}/api/wallet/v1/account` };
}

describe('fastifyHandler', () => {
  it('serves the relay behind the body parser', async () => {
    const { target } = await serve();
    const response = await fetch(target, { method: 'POST', headers, body: '{}' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await response.json()).toMatchObject({ accountId: 'InternalAccount:ada' });
  });

  it('refuses as the relay refuses', async () => {
    const { target } = await serve();
    const answers = await Promise.all([
      fetch(target, { method: 'POST', headers, body: '' }),
      fetch(target, { method: 'POST', headers: { ...headers, origin: 'null' }, body: '{}' }),
      fetch(target, { method: 'POST', headers: { ...headers, cookie: '' }, body: '{}' }),
      fetch(target, { headers }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 403, 401, 405]);
  });
});
