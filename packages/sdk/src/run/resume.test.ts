import type { Clock } from '@org/payments-contract/internal';
import type { FaultEffect } from '@org/payments-mock';
import { expect, test } from 'vitest';
import {
  expectAllPaid,
  outcomes,
  type PayoutWorld,
  payoutWorld,
  runOf,
} from '../../test/payouts.ts';
import { createPaymentsClient } from '../index.ts';
import { createRun, type RunState, type SqliteRun, sqliteRun } from './index.ts';

type Pay = PayoutWorld['pay'];

/** A lease that has ended after the minute that these tests let pass. */
const SHORT = 45_000;

const forever = () => new Promise<never>(() => undefined);

/** Starts the items in a process that is killed when all of them are sent, and what it had is free again. */
async function killed(world: PayoutWorld, state: SqliteRun, lease = SHORT): Promise<void> {
  const { update } = world.journal;
  let left = world.items.length;
  await new Promise<void>((dead) => {
    const die = () => {
      left -= 1;
      if (left === 0) dead();
      return forever();
    };
    const pay: Pay = (item, step) => {
      const dying: typeof step = Object.assign(
        (async (name, send, options) => {
          // A process that is killed does not record what it was told.
          if (name === 'execute') world.journal.update = async () => true;
          return step(name, send, options).catch(die);
        }) as typeof step,
        { refuse: step.refuse },
      );
      return world.pay(item, dying).then(die);
    };
    const run = runOf(world, { state, pay, lease });
    void run.start(world.items, { width: world.items.length }).next();
  });
  world.journal.update = update;
  world.mock.faults.clear();
  if (lease === SHORT) world.mock.clock.advance({ minutes: 1 });
}

function struck(effect: FaultEffect): PayoutWorld {
  const world = payoutWorld(4);
  world.mock.faults.add({ operation: 'quotes.execute', effect, times: 'always' });
  return world;
}

test('what a killed worker had is paid by another as soon as its lease has ended', async () => {
  const world = struck({ kind: 'reset-connection' });
  await using state = sqliteRun(':memory:');
  await killed(world, state, 60_000);
  const begun = world.mock.clock.now();
  await outcomes(runOf(world, { state }).start(world.items));
  const waited = world.mock.clock.now() - begun;
  expect(waited).toBeGreaterThanOrEqual(60_000);
  // Not for a second lease; the clock of the test also passes the waits between looks.
  expect(waited).toBeLessThan(100_000);
  await expectAllPaid(world);
});

test.each<[string, FaultEffect]>([
  ['was lost', { kind: 'reset-connection' }],
  ['was applied', { kind: 'lose-reply' }],
])('a write of a killed process that %s is settled once its quote expired', async (_, effect) => {
  const world = struck(effect);
  await using state = sqliteRun(':memory:');
  await killed(world, state);
  world.mock.clock.advance({ minutes: 20 });
  const results = await outcomes(runOf(world, { state }).start(world.items));
  expect(Object.values(results).map(({ status }) => status)).toEqual(Array(4).fill('paid'));
  await expectAllPaid(world);
});

test('the figures say until when items wait for a read that shows what became of them', async () => {
  const world = struck({ kind: 'reset-connection' });
  await using state = sqliteRun(':memory:');
  await killed(world, state);
  world.mock.clock.advance({ minutes: 6 });
  const waits: unknown[] = [];
  const open: RunState['open'] = async (...given) => {
    const session = await state.open(...given);
    const release: typeof session.release = async (...how) => {
      await session.release(...how);
      const { at, waitsUntil = at, underWay } = await session.progress();
      waits.push([underWay, Date.parse(waitsUntil) > Date.parse(at)]);
    };
    return { ...session, release };
  };
  await outcomes(runOf(world, { state: { open } }).start(world.items, { width: 1 }));
  expect([waits[0], waits[2], waits[3]]).toEqual([
    [1, false],
    [1, false],
    [0, true],
  ]);
});

test.each<[string, FaultEffect]>([
  ['applied is found by a read', { kind: 'lose-reply' }],
  ['lost is sent with another key', { kind: 'reset-connection' }],
])('a write whose key is too old, and that was %s', async (_, effect) => {
  const world = struck(effect);
  await using state = sqliteRun(':memory:');
  await killed(world, state);
  world.mock.clock.advance({ minutes: 20 });
  const keysOf = () =>
    [...world.journal.entries.values()]
      .filter(({ operation }) => operation === 'quotes.execute')
      .map(({ idempotencyKey }) => idempotencyKey);
  const before = keysOf();
  const run = runOf(world, { state, keyLifetime: 60_000 });
  const results = await outcomes(run.start(world.items));
  expect(Object.values(results).map(({ status }) => status)).toEqual(Array(4).fill('paid'));
  await expectAllPaid(world);
  // A key that the service may have forgotten is not sent again.
  const after = keysOf();
  expect(new Set(after).size).toBe(after.length);
  if (effect.kind === 'lose-reply') expect(after).toEqual(before);
});

test('an item that takes longer than the lease stays with its worker', async () => {
  const { mock, journal, items, pay: payNow } = payoutWorld(1);
  const { clock, connection, fetch } = mock;
  const payments = createPaymentsClient({ ...connection, fetch, clock, journal });
  await using state = sqliteRun(':memory:');
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  let begun = 0;
  const pay: Pay = async (item, step) => {
    begun += 1;
    await goesOn;
    return payNow(item, step);
  };
  const run = createRun(payments, { id: 'october', state, pay, lease: SHORT });
  const both = { areDone: false };
  const start = () => outcomes(run.start(items));
  const done = Promise.all([start(), start()]).finally(() => {
    both.areDone = true;
  });
  for (let thirds = 0; !both.areDone; thirds += 1) {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    // The state answers in order: what the workers asked of it before is done then.
    await run.progress();
    if (thirds === 9) goOn();
    clock.advance({ milliseconds: SHORT / 3 });
  }
  await done;
  expect(begun).toBe(1);
});

test('a worker whose item another one has taken over sends nothing more', async () => {
  const world = payoutWorld(1, { quoteLifetime: 600_000 });
  await using state = sqliteRun(':memory:');
  const pay: Pay = (item, step) => {
    const slow = (async (name, send, options) => {
      const value = await step(name, send, options);
      if (name === 'quote') {
        world.mock.clock.advance({ minutes: 1 });
        await outcomes(runOf(world, { state }).start(world.items));
      }
      return value;
    }) as typeof step;
    return world.pay(item, Object.assign(slow, { refuse: step.refuse }));
  };
  const run = runOf(world, { state, pay, lease: SHORT });
  expect(await outcomes(run.start(world.items))).toEqual({});
  const sent = world.mock.requests.filter(({ operation }) => operation === 'quotes.execute');
  expect(sent).toHaveLength(1);
});

test('a worker that wakes after its leases begins and sends nothing of what another one has paid', async () => {
  const world = payoutWorld(4);
  await using state = sqliteRun(':memory:');
  const { promise: wakes, resolve: wake } = Promise.withResolvers<void>();
  const { promise: renewed, resolve: markRenewed } = Promise.withResolvers<void>();
  const frozen: RunState = {
    async open(identity, now) {
      const session = await state.open(identity, now);
      const renew = session.renew.bind(session);
      session.renew = async (...claims) => {
        await wakes;
        await renew(...claims);
        markRenewed();
        // What is under way goes on before the worker hears that it has lost its items.
        return new Promise(() => undefined);
      };
      return session;
    },
  };
  const begun: string[] = [];
  const pay: Pay = async (item, step) => {
    begun.push(item.id);
    await renewed;
    return world.pay(item, step);
  };
  const sleeper = outcomes(
    runOf(world, { state: frozen, pay, lease: 30_000 }).start(world.items, { width: 2 }),
  );
  // Two are under way, and two wait.
  while (begun.length < 2) await new Promise(setImmediate);
  world.mock.clock.advance({ minutes: 1 });
  await outcomes(runOf(world, { state }).start(world.items));
  const sent = world.mock.requests.length;
  wake();
  expect(await sleeper).toEqual({});
  expect(begun).toHaveLength(2);
  expect(world.mock.requests).toHaveLength(sent);
  await expectAllPaid(world);
});

test('a clock that is set back while a run pays lets nothing wait longer', async () => {
  const world = payoutWorld(4);
  const { clock } = world.payments;
  const waits: number[] = [];
  let back = 0;
  const set: Clock = {
    ...{ now: () => clock.now() - back, monotonic: () => clock.now() },
    setTimeout(callback, milliseconds) {
      const isLonger = milliseconds > 3_600_000 && milliseconds < 8_000_000;
      if (isLonger) waits.push(milliseconds);
      return clock.setTimeout(callback, isLonger ? 1 : milliseconds);
    },
  };
  const run = runOf({ ...world, payments: { ...world.payments, clock: set } });
  for await (const { outcome } of run.start(world.items, { maxRate: 2 })) {
    expect(outcome.status).toBe('paid');
    back = 7_200_000;
  }
  expect(waits).toEqual([]);
});
