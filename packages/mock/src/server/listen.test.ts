import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../../test/support/served.ts';
import { createMock } from '../mock.ts';
import { listen } from './index.ts';

test('it listens on loopback, on a free port, until it is closed', async () => {
  const mock = createMock();
  const [one, two] = [await listen(mock), await listen(mock, { port: 0 })];
  expect(one.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(one.url).not.toBe(two.url);
  expect(one.connection).toEqual({ ...mock.connection, baseUrl: `${one.url}/2025-10-13` });
  expect((await fetch(`${one.connection.baseUrl}/documents`)).status).toBe(401);
  await one.close();
  await expect(fetch(one.url)).rejects.toThrow();
  expect((await fetch(two.url)).status).toBe(404);
  await two.close();
});

test('a connection stays open until the client closes it', async () => {
  const { server } = await serve();
  const { headers } = await fetch(server.url);
  expect(headers.get('connection')).toBe('keep-alive');
  // A number of seconds would be announced here.
  expect(headers.get('keep-alive')).toBeNull();
});

test('the globals of the process stay as they are', async () => {
  const before = [globalThis.Request, globalThis.Response];
  const { server } = await serve();
  await fetch(server.url);
  expect([globalThis.Request, globalThis.Response]).toEqual(before);
});

test.each<[object, RegExp]>([
  [{ prot: 4010 }, /has no field prot; allowed: port, host, allowedHosts, cors, forwardTo/],
  [{ port: '4010' }, /port must be a whole number/],
  [{ port: 65_536 }, /port must be at most 65535/],
  [{ cors: 'https://app.example' }, /cors must be true, false or a list of origins/],
  [{ cors: ['https://app.example/'] }, /cors.0 is not one of origins/],
  [{ allowedHosts: 'mock.internal' }, /allowedHosts must be a list of host names without a port/],
  [{ allowedHosts: ['http://mock.internal'] }, /allowedHosts.0 is not one of host names/],
  [{ allowedHosts: ['mock.internal:80'] }, /allowedHosts.0 is not one of host names/],
  [{ forwardTo: ['localhost:3000'] }, /forwardTo.0 is not one of http or https URLs without/],
])('rule 100: %j is refused before anything listens', async (options, message) => {
  await expect(listen(createMock(), options)).rejects.toThrow(message);
});

test('a URL with a password is refused before the server listens, without showing it', async () => {
  const mock = createMock();
  const secretUrl = 'http://user:hidden-password@127.0.0.1:1/webhooks';
  const started = listen(mock, { forwardTo: [secretUrl] });
  await expect(started).rejects.toThrow(/forwardTo.0 .*without a user name and a password/);
  await expect(started).rejects.not.toThrow(/hidden-password/);
  mock.webhooks.trigger('TEST');
  expect(mock.webhooks.deliveries).toEqual([]);
});

test('a server that cannot listen delivers nothing', async () => {
  const occupiedPort = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void occupiedPort.close());
  await once(occupiedPort, 'listening');
  const { port } = occupiedPort.address() as AddressInfo;
  const mock = createMock();
  const started = listen(mock, { port, forwardTo: ['http://127.0.0.1:1/webhooks'] });
  await expect(started).rejects.toMatchObject({ code: 'EADDRINUSE' });
  mock.webhooks.trigger('TEST');
  expect(mock.webhooks.deliveries).toEqual([]);
});
