import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import express, { type Express, type Response } from 'express';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { listenOn } from '../../../test/servers.ts';
import { payment, setUp, sign } from '../../../test/webhooks/samples.ts';
import { nodeHandler } from './index.ts';

type Mount = (app: Express, handler: ReturnType<typeof nodeHandler>) => void;

async function serve(mount: Mount, options: Parameters<typeof setUp>[0] = {}) {
  const setup = setUp(options);
  const handled = vi.fn();
  setup.webhooks.on('*', handled);
  const onError = vi.fn();
  const app = express();
  mount(app, nodeHandler(setup.webhooks, { onError }));
  const { url, port, close } = await listenOn(app);
  onTestFinished(close);
  const deliver = async () => {
    const { body, headers } = await sign(payment);
    return fetch(`${url}/webhooks`, { method: 'POST', headers, body });
  };
  return { ...setup, deliver, handled, onError, port };
}

const plain: Mount = (app, handler) => app.post('/webhooks', handler);

describe('nodeHandler in Express', () => {
  it.each<[string, Mount]>([
    ['alone', plain],
    ['before a body parser', (app, handler) => app.use('/webhooks', handler).use(express.json())],
    [
      'behind express.raw',
      (app, handler) => app.use(express.raw({ type: '*/*' })).post('/webhooks', handler),
    ],
    [
      'behind express.text',
      (app, handler) => app.use(express.text({ type: '*/*' })).post('/webhooks', handler),
    ],
    [
      'behind a parser that keeps the raw bytes',
      (app, handler) =>
        app
          .use(
            express.json({
              verify: (request, _response, bytes) => {
                Object.assign(request, { rawBody: bytes });
              },
            }),
          )
          .post('/webhooks', handler),
    ],
  ])('%s verifies and handles', async (_how, mount) => {
    const { deliver, handled, onError } = await serve(mount);
    expect((await deliver()).status).toBe(200);
    expect((await deliver()).status).toBe(409);
    expect(handled.mock.calls.map(([event]) => event)).toEqual([payment]);
    expect(onError).not.toHaveBeenCalled();
  });

  it('takes the number that adapters of Lambda set as the length of the body', async () => {
    const { deliver, handled, onError } = await serve((app, handler) =>
      app.post('/webhooks', (incoming, outgoing) => {
        Object.assign(incoming.headers, {
          'content-length': Number(incoming.headers['content-length']),
        });
        return handler(incoming, outgoing);
      }),
    );
    expect((await deliver()).status).toBe(200);
    expect(handled).toHaveBeenCalledTimes(1);
    expect(onError).not.toHaveBeenCalled();
  });

  it('behind express.json names the mistake', async () => {
    const { deliver, handled, onError } = await serve((app, handler) =>
      app.use(express.json()).post('/webhooks', handler),
    );
    const response = await deliver();
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: 'WEBHOOK_BODY_PARSED' });
    const expected = { message: expect.stringContaining('express.json') };
    expect(onError.mock.calls[0]?.[0]).toMatchObject(expected);
    expect(handled).not.toHaveBeenCalled();
  });

  it('names the mistake of a parser that keeps the body elsewhere, and of the reply of Fastify', async () => {
    const { webhooks, deliver } = await serve((app, handler) =>
      app.post('/webhooks', async (incoming, outgoing) => {
        await incoming.toArray();
        await handler(incoming, outgoing);
      }),
    );
    expect(await (await deliver()).json()).toMatchObject({ code: 'WEBHOOK_BODY_PARSED' });
    const reply = nodeHandler(webhooks)({} as never, { code() {}, header() {} } as never);
    await expect(reply).rejects.toThrow('`outgoing` does not have the functions');
  });

  it('refuses other methods and bodies that are too large', async () => {
    const options = { maxBodyBytes: 1000 };
    const { port } = await serve((app, handler) => app.all('/webhooks', handler), options);
    const url = `http://127.0.0.1:${port}/webhooks`;
    expect((await fetch(url)).status).toBe(405);
    const large = await fetch(url, { method: 'POST', body: 'x'.repeat(1001) });
    expect([large.status, large.headers.get('connection')]).toEqual([413, 'close']);
  });

  it('ends a delivery whose sender stalls or goes away', async () => {
    const { port, clock, codes } = await serve(plain);
    const head = 'POST /webhooks HTTP/1.1\r\nhost: a\r\ncontent-length: 20\r\n\r\n{';
    const stalled = connect(port, '127.0.0.1');
    stalled.write(head);
    await eventually(() => expect(clock.pending).toBe(1));
    clock.advance(10_000);
    expect((await buffer(stalled)).toString()).toMatch(/^HTTP\/1.1 408 /);
    const connection = connect(port, '127.0.0.1');
    connection.write(head);
    await eventually(() => expect(clock.pending).toBe(1));
    connection.destroy();
    await eventually(() =>
      expect(codes()).toEqual(['WEBHOOK_BODY_INCOMPLETE', 'WEBHOOK_BODY_INCOMPLETE']),
    );
  });
});

describe('nodeHandler whose response cannot be sent', () => {
  /** Delivers to a handler of events that waits; `meddle` runs before it ends. */
  async function disturbed(meddle: (response: Response) => unknown) {
    const [running, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ended = Promise.withResolvers<void>();
    let response: Response | undefined;
    const { webhooks, deliver, onError } = await serve((app, handler) =>
      app.post('/webhooks', (incoming, outgoing) => {
        response = outgoing;
        handler(incoming, outgoing).then(ended.resolve, ended.reject);
      }),
    );
    webhooks.on('OUTGOING_PAYMENT.COMPLETED', () => {
      running.resolve();
      return gate.promise;
    });
    const delivered = deliver().then(
      ({ status }) => status,
      () => 'disconnected',
    );
    await running.promise;
    if (response === undefined) throw new Error('no request');
    await meddle(response);
    gate.reject(new Error('no'));
    await ended.promise;
    return { delivered: await delivered, onError };
  }

  it.each<[string, Parameters<typeof disturbed>[0], number | string]>([
    ['was sent by another middleware', (response) => response.status(503).end('timeout'), 503],
    ['was begun by another middleware', (response) => response.status(503).write('timeout'), 503],
    [
      'has lost its connection',
      (response) => {
        const closed = once(response, 'close');
        response.destroy();
        return closed;
      },
      'disconnected',
    ],
  ])('because it %s changes nothing, and does not reject', async (_why, meddle, status) => {
    const { delivered, onError } = await disturbed(meddle);
    expect(delivered).toBe(status);
    expect(onError).not.toHaveBeenCalled();
  });

  it('reports what fails while it is written, and does not reject', async () => {
    const { webhooks } = setUp();
    const onError = vi.fn();
    const failure = new Error('the response is broken');
    const outgoing = {
      statusCode: 0,
      headersSent: false,
      setHeader: () => {
        throw failure;
      },
      end: () => undefined,
      destroy: vi.fn(),
    };
    const { headers, body } = await sign(payment);
    const incoming = { method: 'GET', headers, rawBody: Buffer.from(body) };
    await nodeHandler(webhooks, { onError })(incoming as never, outgoing);
    expect(onError.mock.calls).toEqual([[failure]]);
    expect(outgoing.destroy).toHaveBeenCalled();
  });
});
