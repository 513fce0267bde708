import { expect, test } from 'vitest';
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

test('a taken port is an error', async () => {
  const server = await listen(createMock());
  const port = Number(new URL(server.url).port);
  await expect(listen(createMock(), { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await server.close();
});

test('the globals of the process stay as they are', async () => {
  const before = [globalThis.Request, globalThis.Response];
  const server = await listen(createMock());
  await fetch(server.url);
  expect([globalThis.Request, globalThis.Response]).toEqual(before);
  await server.close();
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
