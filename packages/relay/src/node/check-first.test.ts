import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { systemClock } from '@org/payments-contract/internal';
import { afterEach, describe, expect, it } from 'vitest';
import { listenOn } from '../../../sdk/test/servers.ts';
import { ORIGIN, testRelay } from '../../test/call-relay.ts';
import { type NodeHandlerOptions, nodeHandler } from './index.ts';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(options: object = {}, adapter: NodeHandlerOptions = {}) {
  const setup = testRelay({}, { mount: '/api/wallet', ...options });
  const server = await listenOn(nodeHandler(setup.relay, adapter));
  closers.push(server.close);
  return { ...setup, ...server };
}

interface Sent {
  readonly line?: string;
  readonly headers?: Record<string, string>;
}

/** Opens a connection and sends the head of a request, without its body. */
function open(port: number, { line = 'POST /api/wallet/v1/account', headers = {} }: Sent = {}) {
  const socket: Socket = connect(port, '127.0.0.1');
  closers.push(() => {
    socket.destroy();
  });
  const fields = { host: 'a', origin: ORIGIN, 'content-type': 'application/json', ...headers };
  const text = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${line} HTTP/1.1\r\n${text.join('')}\r\n`);
  return socket;
}

/** The status line of the first response on a connection. */
async function statusOf(socket: Socket): Promise<number> {
  const text = await new Promise<string>((resolve, reject) => {
    socket.once('data', (bytes) => resolve(bytes.toString()));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('Closed without a response.')));
  });
  return Number(text.split(' ', 2)[1]);
}

const long = { 'content-length': '60000' };

describe('a request whose body has not arrived', () => {
  it.each<[number, Sent]>([
    [404, { line: 'POST /api/wallet/v1/unheard', headers: long }],
    [404, { line: 'POST /x/%2e%2e/api/wallet/v1/account', headers: long }],
    [405, { line: 'PUT /api/wallet/v1/account', headers: long }],
    [403, { headers: { ...long, origin: 'https://evil.example.com' } }],
    [415, { headers: { ...long, 'content-type': 'text/plain' } }],
    [413, { headers: { 'content-length': '1048576', cookie: 'user=ada' } }],
    [401, { headers: long }],
    [401, { headers: { 'transfer-encoding': 'chunked' } }],
  ])('is refused with %i at once: %o', async (status, sent) => {
    const { port, received } = await serve();
    expect(await statusOf(open(port, sent))).toBe(status);
    expect(received).toEqual([]);
  });

  it('does not keep the bodies of 300 clients that are not logged in', async () => {
    const { port } = await serve();
    const chunk = Buffer.alloc(1_048_576, 32);
    const headers = { 'transfer-encoding': 'chunked' };
    const held: number[] = [];
    const one = async () => {
      const socket = open(port, { headers });
      socket.write('100000\r\n');
      socket.write(chunk);
      const status = await statusOf(socket);
      held.push(process.memoryUsage().arrayBuffers);
      return status;
    };
    const before = process.memoryUsage().arrayBuffers;
    const statuses = await Promise.all(Array.from({ length: 300 }, one));
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(Math.max(...held) - before).toBeLessThan(150 * 1_048_576);
  });
});

describe('a response before the end of the body', () => {
  it('is delivered where the client requested to close the connection', async () => {
    const { port } = await serve();
    for (let round = 0; round < 20; round += 1) {
      const socket = open(port, { headers: { 'content-length': '50000', connection: 'close' } });
      const response = buffer(socket);
      for (let part = 0; part < 50; part += 1) {
        socket.write(' '.repeat(1_000));
        await new Promise((resolve) => setImmediate(resolve));
      }
      const text = (await response).toString();
      expect(text).toMatch(/^HTTP\/1.1 401 /);
      expect(text).toContain('NOT_AUTHENTICATED');
    }
  });
});

describe('a body', () => {
  it('that never ends is cut off after the response', async () => {
    const { port } = await serve();
    const headers = { 'transfer-encoding': 'chunked', cookie: 'user=ada' };
    const socket = open(port, { headers });
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
    let isOpen = true;
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => {
        isOpen = false;
        resolve();
      });
    });
    const status = statusOf(socket);
    socket.on('error', () => undefined);
    const send = () => {
      while (isOpen && socket.write(chunk));
      if (isOpen) socket.once('drain', send);
    };
    send();
    expect(await status).toBe(413);
    await closed;
  });

  it('that is too slow is abandoned, and the connection closed', async () => {
    const clock = { now: systemClock.now, setTimeout: systemClock.setTimeout };
    const { port } = await serve({ clock, deadlines: { body: 50 } }, { lingerTime: 50 });
    const socket = open(port, { headers: { ...long, cookie: 'user=ada' } });
    socket.write('{"a":');
    expect(await statusOf(socket)).toBe(408);
    await buffer(socket);
  });

  it('may arrive in parts, and the connection serves the next request', async () => {
    const { port } = await serve();
    const headers = { 'content-length': '4', cookie: 'user=ada' };
    const socket = open(port, { headers });
    for (const part of ['{', ' ', ' ', '}']) {
      socket.write(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await statusOf(socket)).toBe(200);
    socket.write(
      `POST /api/wallet/v1/account HTTP/1.1\r\nhost: a\r\norigin: ${ORIGIN}\r\ncontent-length: 2\r\n\r\n{}`,
    );
    expect(await statusOf(socket)).toBe(415);
  });
});

describe('the address of the socket', () => {
  it('is given to `clientAddress`', async () => {
    const seen: unknown[] = [];
    const clientAddress = (_request: Request, socket: string | undefined) => {
      seen.push(socket);
      return socket;
    };
    const { port } = await serve({ clientAddress });
    expect(await statusOf(open(port, { headers: long }))).toBe(401);
    expect(seen).toEqual(['127.0.0.1']);
  });
});
