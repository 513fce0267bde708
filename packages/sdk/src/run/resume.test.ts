import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultEffect } from '@org/payments-mock';
import { expect, test } from 'vitest';
import { outcomes, type PayoutWorld, payoutWorld } from '../../test/payouts.ts';
import { createRun, type RunOptions, type SqliteRun, sqliteRun } from './index.ts';

type Pay = PayoutWorld['pay'];
type Changes = Partial<RunOptions<PayoutWorld['items'][number], { readonly id: string }>>;

const LEASE = 60_000;
const forever = () => new Promise<never>(() => undefined);

function runOf({ payments, pay }: PayoutWorld, state: SqliteRun, changes: Changes = {}) {
  return createRun(payments, { id: 'october', state, pay, lease: LEASE, ...changes });
}

/** How far the process comes with an item before it is killed. */
type Point = 'quoted' | 'sent' | 'executed';

/** Starts the items in a process that dies at a point of each, and what it had is free again. */
async function killed(world: PayoutWorld, state: SqliteRun, point: Point): Promise<void> {
  const { update } = world.journal;
  let left = world.items.length;
  let dead: () => void = forever;
  const died = new Promise<void>((resolve) => {
    dead = resolve;
  });
  const die = () => {
    left -= 1;
    if (left === 0) dead();
    return forever();
  };
  const pay: Pay = async (item, step) => {
    const dying: typeof step = Object.assign(
      (async (name, send, options) => {
        if (name === 'execute' && point === 'quoted') return die();
        // A process that is killed does not record what it was told.
        if (name === 'execute') world.journal.update = async () => true;
        return step(name, send, options).catch(die);
      }) as typeof step,
      { refuse: step.refuse },
    );
    await world.pay(item, dying);
    return die();
  };
  const run = runOf(world, state, { pay });
  const { signal } = new AbortController();
  void run.start(world.items, { width: world.items.length, signal }).next();
  await died;
  world.journal.update = update;
  world.mock.faults.clear();
  world.mock.clock.advance({ milliseconds: LEASE });
}

async function expectAllPaid(world: PayoutWorld): Promise<void> {
  const spent = world.items.reduce((total, { amount }) => total + amount, 0);
  const paid = world.items.map(() => 1);
  expect(await world.accounts()).toEqual({ paid, spent, held: 0 });
}

function struck(effect: FaultEffect): PayoutWorld {
  const world = payoutWorld(4);
  world.mock.faults.add({ operation: 'quotes.execute', effect, times: 'always' });
  return world;
}

test.each<Point>(['quoted', 'executed'])('a process killed when it had %s', async (point) => {
  const world = payoutWorld(4);
  await using state = sqliteRun(':memory:');
  await killed(world, state, point);
  const { open, underWay, oldest } = await runOf(world, state).progress();
  expect([open, underWay, oldest.length]).toEqual([4, 0, 4]);
  const results = await outcomes(runOf(world, state).start(world.items));
  expect(Object.values(results).map(({ status }) => status)).toEqual(Array(4).fill('paid'));
  await expectAllPaid(world);
});

test.each<[string, FaultEffect]>([
  ['was lost', { kind: 'reset-connection' }],
  ['was applied', { kind: 'lose-reply' }],
])(
  'a write of a killed process that %s is settled when its quote has expired',
  async (_, effect) => {
    const world = struck(effect);
    await using state = sqliteRun(':memory:');
    await killed(world, state, 'sent');
    world.mock.clock.advance({ minutes: 20 });
    const results = await outcomes(runOf(world, state).start(world.items));
    expect(Object.values(results).map(({ status }) => status)).toEqual(Array(4).fill('paid'));
    await expectAllPaid(world);
  },
);

test.each<[string, FaultEffect]>([
  ['applied is found by a read', { kind: 'lose-reply' }],
  ['lost is sent with another key', { kind: 'reset-connection' }],
])('a write whose key is too old, and that was %s', async (_, effect) => {
  const world = struck(effect);
  await using state = sqliteRun(':memory:');
  await killed(world, state, 'sent');
  world.mock.clock.advance({ minutes: 20 });
  const keysOf = () =>
    [...world.journal.entries.values()]
      .filter(({ operation }) => operation === 'quotes.execute')
      .map(({ idempotencyKey }) => idempotencyKey);
  const before = keysOf();
  const run = runOf(world, state, { keyLifetime: 60_000 });
  const results = await outcomes(run.start(world.items));
  expect(Object.values(results).map(({ status }) => status)).toEqual(Array(4).fill('paid'));
  await expectAllPaid(world);
  // A key that the service may have forgotten is not sent again.
  const after = keysOf();
  expect(new Set(after).size).toBe(after.length);
  if (effect.kind === 'lose-reply') expect(after).toEqual(before);
});

test('a write whose key is too old, and that the journal no longer has, is left to a person', async () => {
  const world = struck({ kind: 'lose-reply' });
  await using state = sqliteRun(':memory:');
  await killed(world, state, 'sent');
  world.journal.entries.clear();
  const run = runOf(world, state, { keyLifetime: 60_000 });
  const results = Object.values(await outcomes(run.start(world.items)));
  for (const one of results) {
    expect(one).toMatchObject({ status: 'unknown', step: 'execute' });
    expect(one).toHaveProperty('action', expect.stringContaining('Find out at the service'));
  }
  expect((await world.accounts()).paid).toEqual([1, 1, 1, 1]);
});

test('the same program twice, on one file, pays each item once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  const world = payoutWorld(60);
  const states = [1, 2].map(() => sqliteRun(join(folder, 'runs.db')));
  const works = states.map((state) =>
    outcomes(runOf(world, state).start(world.items, { width: 5 })),
  );
  const results = await Promise.all(works);
  const own = results.flatMap((one) => Object.values(one).filter(({ replayed }) => !replayed));
  expect(own).toHaveLength(60);
  for (const one of results) {
    expect(Object.values(one).filter(({ replayed }) => !replayed).length).toBeGreaterThan(5);
  }
  await expectAllPaid(world);
  for (const state of states) await state.close();
  rmSync(folder, { recursive: true });
});

test('a worker whose item was taken over sends nothing more for it', async () => {
  const world = payoutWorld(1);
  await using state = sqliteRun(':memory:');
  let go: () => void = forever;
  const stalled = new Promise<void>((resolve) => {
    go = resolve;
  });
  const keys: string[] = [];
  const pay: Pay = (item, step) =>
    world.pay(
      item,
      Object.assign(
        (async (name, send, options) => {
          if (name === 'execute') await stalled;
          return step(name, (key) => send(`${keys.push(key) && key}`), options);
        }) as typeof step,
        { refuse: step.refuse },
      ),
    );
  const first = outcomes(runOf(world, state, { pay }).start(world.items, { width: 1 }));
  while (keys.length === 0) await new Promise((resolve) => setImmediate(resolve));
  world.mock.clock.advance({ milliseconds: LEASE });
  await outcomes(runOf(world, state).start(world.items));
  go();
  expect(await first).toEqual({});
  expect(keys).toHaveLength(1);
  await expectAllPaid(world);
});
