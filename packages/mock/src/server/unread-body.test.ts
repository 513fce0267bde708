import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../../test/support/served.ts';
import type { ListenOptions } from './listen.ts';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** A connection to a server, and everything that was received on it. */
async function open(options: ListenOptions = {}) {
  const { server } = await serve(options);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const failures: Error[] = [];
  socket.on('error', (error) => failures.push(error));
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  return { socket, failures, received: () => received };
}

function head(path: string, fields: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries({
    host: 'localhost',
    'content-type': 'application/json',
    ...fields,
  });
  return [`POST ${path} HTTP/1.1`, ...lines.map((line) => line.join(': ')), '', ''].join('\r\n');
}

const write = (socket: Socket, data: string | Buffer) =>
  new Promise<void>((resolve, reject) => {
    socket.write(data, (error) => (error ? reject(error) : resolve()));
  });

/** Writes in parts, so that a connection which was reset in between fails the next part. */
async function writeInParts(socket: Socket, bytes: number): Promise<void> {
  const part = Buffer.alloc(64 * KIBIBYTE, 'x');
  for (let left = bytes; left > 0; left -= part.length) {
    await write(socket, part.subarray(0, left));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code);

test.each([
  ['that nobody reads', '/nowhere', '404'],
  ['that is not authorized', '/2025-10-13/sandbox/send', '401'],
  ['of the control API', '/__mock/nowhere', '404'],
])(
  'a body %s may arrive long after its response; the connection then carries another request',
  async (_what, path, status) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { socket, received } = await open();
    const body = Buffer.alloc(500 * KIBIBYTE, '[');
    await write(socket, head(path, { 'content-length': body.length }));
    await write(socket, body.subarray(0, 100 * KIBIBYTE));
    await expect.poll(() => statuses(received())).toEqual([status]);
    for (let turn = 0; turn < 20; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(1000);
    }
    await write(socket, body.subarray(100 * KIBIBYTE));
    await write(socket, head('/nowhere', { 'content-length': 2 }));
    await write(socket, '{}');
    await expect.poll(() => statuses(received())).toEqual([status, '404']);
    expect(socket.destroyed).toBe(false);
  },
);

test.each([
  ['a body that is too large', {}, { bodyLimit: 1000 }, '413'],
  ['a request that is the last one', { connection: 'close' }, { bodyLimit: 9 * MEBIBYTE }, '404'],
])(
  'the connection is closed once the whole body arrived: %s',
  async (_what, fields, options, status) => {
    const { socket, failures, received } = await open(options);
    const bytes = 8 * MEBIBYTE;
    await write(socket, head('/nowhere', { 'content-length': bytes, ...fields }));
    await expect.poll(() => statuses(received())).toEqual([status]);
    const closed = once(socket, 'close');
    await writeInParts(socket, bytes);
    await closed;
    expect(failures).toEqual([]);
    expect(received()).toMatch(/^connection: close\r$/im);
    expect(received()).toMatch(/\}$/);
  },
);

test('a body without an end is read off up to a limit only', async () => {
  const { socket, received } = await open({ bodyLimit: 1000 });
  await write(socket, head('/nowhere', { 'content-length': 1024 * MEBIBYTE }));
  await expect(writeInParts(socket, 1024 * MEBIBYTE)).rejects.toThrow(
    /EPIPE|ECONNRESET|ECANCELED|ended by the other party|premature/i,
  );
  expect(statuses(received())).toEqual(['413']);
});
