import { expect, onTestFinished, test } from 'vitest';
import { openEndpoint } from '../../test/support/endpoint.ts';
import { createMock } from '../mock.ts';
import { openWorld, type RemoteWorld } from '../remote/index.ts';
import { listen } from './index.ts';

const START = '2026-03-01T00:00:00Z';

async function serve() {
  const server = await listen(createMock());
  onTestFinished(() => server.close());
  return server;
}

async function read<Body>({ url }: RemoteWorld, path: string): Promise<Body> {
  return (await (await fetch(`${url}__mock${path}`)).json()) as Body;
}

/** Everything that a reset concerns, as the control API shows it. */
async function stateOf(world: RemoteWorld) {
  const clock = await read<{ readonly iso: string }>(world, '/clock');
  const faults = await read<readonly { readonly id: number }[]>(world, '/faults');
  const deliveries = await read<readonly { readonly state: string }[]>(
    world,
    '/webhooks/deliveries',
  );
  const overview = await read<{ readonly customers: readonly unknown[] }>(world, '/overview');
  return {
    now: clock.iso,
    faults: faults.map(({ id }) => id),
    deliveries: deliveries.map(({ state }) => state),
    customers: overview.customers.length,
    events: (await world.events()).length,
    requests: (await world.requests()).length,
  };
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

test('a reset of one world leaves clock, faults, log and waiting deliveries of the other', async () => {
  const server = await serve();
  const [one, two] = await Promise.all([usedWorld(server), usedWorld(server)]);
  const before = await stateOf(two.world);
  expect(before).toMatchObject({ now: '2026-03-01T00:01:00.000Z', faults: [1], requests: 1 });
  expect(before.events).toBeGreaterThan(0);
  await one.world.reset();
  expect(await stateOf(one.world)).toEqual({
    now: '2026-03-01T00:00:00.000Z',
    faults: [],
    deliveries: [],
    customers: 0,
    events: 0,
    requests: 0,
  });
  expect(await stateOf(two.world)).toMatchObject({
    faults: [1],
    requests: 1,
    customers: before.customers,
  });
  const [received, untouched] = [two.endpoint.received.length, one.endpoint.received.length];
  await two.world.advance({ hours: 1 });
  while (two.endpoint.received.length === received) await new Promise(setImmediate);
  await one.world.advance({ hours: 1 });
  expect(one.endpoint.received).toHaveLength(untouched);
});

test('after a reset a world repeats its ids, and still delivers to its target', async () => {
  const { world, endpoint, id } = await usedWorld(await serve());
  await world.reset();
  expect((await world.add.customer()).id).toBe(id);
  const before = endpoint.received.length;
  await world.trigger('TEST');
  while (endpoint.received.length === before) await new Promise(setImmediate);
});

test('a fault of a reset world no longer exists, and one of a report is removed by its id', async () => {
  const { world } = await usedWorld(await serve());
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
