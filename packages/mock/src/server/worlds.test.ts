import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPaymentsClient } from '@org/payments-sdk';
import { expect, onTestFinished, test } from 'vitest';
import { openEndpoint } from '../../test/support/endpoint.ts';
import { request as send } from '../../test/support/open-mock.ts';
import { serve } from '../../test/support/served.ts';
import { readFixtures } from '../fixtures/read-fixtures.ts';
import type { Connection } from '../options/settings.ts';
import { openWorld, type RemoteWorld } from '../remote/index.ts';

async function customers(connection: Connection) {
  const response = await send({ fetch, connection }, 'GET', '/customers');
  const body = (await response.json()) as { readonly data?: readonly { fullName: string }[] };
  return { status: response.status, names: body.data?.map(({ fullName }) => fullName) };
}

test('two worlds share nothing but the server', async () => {
  const { mock, server } = await serve();
  const one = await openWorld(server.url, { name: 'one', now: '2026-03-01T00:00:00Z' });
  const two = await openWorld(server.url, { seed: 'other', dialect: '2026-08' });
  expect(one.url).toBe(`${server.url}/worlds/one/`);
  expect(one.connection.baseUrl).toBe(`${server.url}/worlds/one/2025-10-13`);
  expect(one.connection.clientSecret).not.toBe(two.connection.clientSecret);
  expect(one.webhookPublicKey).not.toBe(two.webhookPublicKey);
  const codeKeys = server.worlds.all.map((world) => world.mock.codeKey);
  expect([one.codeKey, two.codeKey]).toEqual(codeKeys);
  const payments = createPaymentsClient({ ...two.connection, dialect: '2026-08' });
  const { id } = await two.add.card();
  expect(await payments.cards.update({ id, state: 'FROZEN' })).toMatchObject({ state: 'FROZEN' });
  await two.reset();
  await one.add.customer({ fullName: 'Ada Lovelace' });
  await two.add.customer({ fullName: 'Grace Hopper' });
  expect(await customers(one.connection)).toEqual({ status: 200, names: ['Ada Lovelace'] });
  expect(await customers(two.connection)).toEqual({ status: 200, names: ['Grace Hopper'] });
  expect(await customers(server.connection)).toEqual({ status: 200, names: [] });
  const { tokenId, clientSecret } = two.connection;
  expect((await customers({ ...one.connection, tokenId, clientSecret })).status).toBe(401);

  await one.addFault({ times: 'always', effect: { kind: 'answer', status: 503 } });
  expect((await customers(one.connection)).status).toBe(503);
  expect((await customers(two.connection)).status).toBe(200);

  await one.advance({ days: 1 });
  const worldOne = server.worlds.all.find(({ name }) => name === 'one');
  expect(worldOne?.mock.clock.now()).toBe(Date.parse('2026-03-02T00:00:00Z'));
  expect(mock.clock.now()).toBe(Date.parse('2026-01-05T09:00:00Z'));

  await two.reset();
  expect((await customers(two.connection)).names).toEqual([]);
  expect(await one.requests()).toHaveLength(3);
  expect(mock.requests).toHaveLength(1);
});

test('the events of a world go to the targets of that world', async () => {
  const { server } = await serve();
  const [first, second] = [await openEndpoint(), await openEndpoint()];
  const one = await openWorld(server.url, { forwardTo: [first.url] });
  const two = await openWorld(server.url);
  await two.forwardTo(second.url);
  await expect(two.forwardTo('localhost:3000')).rejects.toThrow('http or https');
  const world = server.worlds.all.find(({ name }) => name === one.name);
  world?.mock.webhooks.trigger('TEST');
  await world?.mock.webhooks.flush();
  expect([first.received.length, second.received.length]).toEqual([1, 0]);
  await two.trigger('TEST');
  await server.worlds.all.find(({ name }) => name === two.name)?.mock.webhooks.flush();
  expect([first.received.length, second.received.length]).toEqual([1, 1]);
});

test('a world has credentials that are chosen, and ends when it is closed', async () => {
  const { server } = await serve();
  const credentials = { tokenId: 'test', clientSecret: 'test-secret' };
  const world = await openWorld(server.url, credentials);
  expect(world.connection).toMatchObject(credentials);
  expect((await customers(world.connection)).status).toBe(200);
  await world.close();
  expect((await customers(world.connection)).status).toBe(404);
  expect(server.worlds.all).toEqual([]);
  await expect(world.close()).rejects.toThrow(`The world ${world.name} does not exist.`);
});

test.each<[object, RegExp]>([
  [{ name: 'a/b' }, /a\/b is not a name of letters, digits, - and _/],
  [{ name: 'taken' }, /The world taken exists/],
  [{ sead: 'x' }, /sead is not an option of createMock/],
  [{ now: true }, /now must be a point in time/],
  [{ sleep: 5 }, /cannot have sleep, outcomes, checkResponses, baseUrl, state over HTTP/],
  [{ forwardTo: ['localhost:3000'] }, /localhost:3000|URL/],
])('rule 100: a world with %j is refused', async (options, message) => {
  const { server } = await serve();
  server.worlds.add({ name: 'taken' });
  await expect(openWorld(server.url, options)).rejects.toThrow(message);
  expect(server.worlds.all).toHaveLength(1);
});

test('a world begins with a set of fixtures, and returns to it', async () => {
  const { mock, server } = await serve();
  const fixtures = {
    customer: { ada: { fullName: 'Ada Lovelace' } },
    agent: { helper: { customerId: { ref: 'customer.ada' } } },
  };
  const world = await openWorld(server.url, { fixtures });
  const { customer, agent } = world.fixtures;
  expect(agent?.helper).toMatchObject({ agent: { customerId: customer?.ada?.id } });
  expect(agent?.helper?.accessToken).toMatch(/^[0-9a-f]{64}$/);
  await world.add.customer();
  await world.reset();
  expect((await customers(world.connection)).names).toEqual(['Ada Lovelace']);
  const more = await world.load({ customer: { grace: { fullName: 'Grace Hopper' } } });
  expect(more.customer.grace).toMatchObject({ fullName: 'Grace Hopper' });
  await world.reset();
  expect((await customers(world.connection)).names).toHaveLength(2);
  expect(mock.snapshot().tables.customers.rows).toEqual([]);
});

test('a world with a set that is not valid is not added, and the place in its file is named', async () => {
  const { server } = await serve();
  const folder = mkdtempSync(join(tmpdir(), 'payments-worlds-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'fixtures.yaml');
  writeFileSync(path, 'customer:\n  ada:\n    emial: ada@example.com\n');
  const fixtures = readFixtures(path);
  const message = `${path}:3:5: customer.ada.emial is not a field`;
  await expect(openWorld(server.url, { fixtures })).rejects.toThrow(message);
  expect(server.worlds.all).toEqual([]);
  const world = await openWorld(server.url);
  await expect(world.load(fixtures)).rejects.toThrow(message);
  expect((await customers(world.connection)).names).toEqual([]);
});

test('the inspector of a world is at its address, and loads its files from there', async () => {
  const { server } = await serve();
  const world = await openWorld(server.url, { name: 'one' });
  const accept = { headers: { accept: 'text/html' } };
  const page = await (await fetch(world.inspectorUrl, accept)).text();
  const paths = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path]) => path ?? '');
  expect(paths).toHaveLength(3);
  for (const path of paths) {
    const response = await fetch(new URL(path, world.inspectorUrl));
    expect(response.status, path).toBe(200);
    expect(new URL(response.url).pathname).toContain('/worlds/one/__mock/');
  }
  const withoutSlash = await fetch(`${server.url}/worlds/one`, accept);
  expect(withoutSlash.url).toBe(world.url);
});

test('off loopback the control API of a world requires the token of the server', async () => {
  const { server } = await serve({ host: '0.0.0.0' });
  await expect(openWorld(server.url)).rejects.toThrow('needs its token');
  const world = await openWorld(server.inspectorUrl);
  expect(world.inspectorUrl).toBe(`${world.url}#token=${server.controlToken}`);
  await world.advance({ minutes: 1 });
  expect((await fetch(`${world.url}__mock/clock`)).status).toBe(401);
});

test('a world has the address by which the server was asked, as through a published port', async () => {
  const { server } = await serve({ allowedHosts: ['mock'] });
  const { port } = new URL(server.url);
  const asked = (path: string, method: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { host: 'mock:5000' };
      request({ port, path: `/__mock${path}`, method, headers }, (incoming) => {
        incoming.setEncoding('utf8');
        incoming.on('data', resolve);
      })
        .on('error', reject)
        .end();
    });
  expect(JSON.parse(await asked('/worlds', 'POST'))).toMatchObject({
    url: expect.stringMatching(/^http:\/\/mock:5000\/worlds\/[\w-]+\/$/),
    connection: {
      baseUrl: expect.stringMatching(/^http:\/\/mock:5000\/worlds\/[\w-]+\/2025-10-13$/),
    },
  });
  expect(JSON.parse(await asked('/connection', 'GET'))).toMatchObject({
    baseUrl: 'http://mock:5000/2025-10-13',
  });
});

const START = '2026-03-01T00:00:00Z';

async function read<Body>({ url }: RemoteWorld, path: string): Promise<Body> {
  return (await (await fetch(`${url}__mock${path}`)).json()) as Body;
}

/** A world whose clock was moved, with a customer, a fault, a request and a delivery that waits. */
async function usedWorld(server: { readonly url: string }) {
  let status = 503;
  const endpoint = await openEndpoint(() => status);
  const world = await openWorld(server.url, { now: START, forwardTo: [endpoint.url] });
  await world.advance({ minutes: 1 });
  const { id } = await world.add.customer();
  await world.addFault({ times: 'always', effect: { kind: 'answer', status: 503 } });
  await fetch(`${world.connection.baseUrl}/customers`);
  await world.trigger('OUTGOING_PAYMENT.COMPLETED');
  while (endpoint.received.length === 0) await new Promise(setImmediate);
  status = 200;
  return { world, endpoint, id };
}

test('after a reset a world repeats its ids, and still delivers to its target', async () => {
  const { world, endpoint, id } = await usedWorld((await serve()).server);
  await world.reset();
  expect((await world.add.customer()).id).toBe(id);
  const before = endpoint.received.length;
  await world.trigger('TEST');
  while (endpoint.received.length === before) await new Promise(setImmediate);
});

test('a fault of a reset world no longer exists, and one of a report is removed by its id', async () => {
  const { world } = await usedWorld((await serve()).server);
  const remove = async (id: number) =>
    (await fetch(`${world.url}__mock/faults/${id}`, { method: 'DELETE' })).status;
  await world.reset();
  expect(await remove(1)).toBe(404);
  const attempts = [{ phase: 'response', status: 503, durationMs: 1 }];
  const report = { version: 1, operation: 'config.get', method: 'GET', path: '/config', attempts };
  await fetch(`${world.url}__mock/replay`, { method: 'POST', body: JSON.stringify(report) });
  const [armed] = await read<readonly { readonly id: number }[]>(world, '/faults');
  expect(await remove(armed?.id ?? 0)).toBe(204);
  expect(await read(world, '/faults')).toEqual([]);
});
