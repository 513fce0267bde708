import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectAllPaid, outcomes, type Payout, payoutWorld, runOf } from '../../test/payouts.ts';
import { createPaymentsClient } from '../index.ts';
import { createRun, sqliteRun } from './index.ts';
import { stepKey } from './item-source.ts';

const sum = (items: readonly Payout[]) => items.reduce((total, { amount }) => total + amount, 0);

describe('a run', () => {
  test('pays each item once, and a second start replays what it did', async () => {
    // Its next look never comes: it ends with its last item.
    const world = payoutWorld(30, {}, {}, 1000);
    const run = runOf(world, { amount: ({ amount }) => ({ amount, currency: 'USD' }) });
    const first = await outcomes(run.start(world.items, { width: 30 }));
    expect(Object.keys(first).sort()).toEqual(world.items.map(({ id }) => id).sort());
    for (const outcome of Object.values(first)) {
      expect(outcome).toMatchObject({ status: 'paid', replayed: false });
      expect(outcome).toHaveProperty('result.id', expect.stringMatching(/^Quote:/));
    }
    await expectAllPaid(world);
    const { length: sent } = world.mock.requests;
    const again = await outcomes(run.start(() => world.items));
    expect(Object.values(again).every(({ replayed }) => replayed)).toBe(true);
    expect(world.mock.requests).toHaveLength(sent);
    expect(await run.progress()).toMatchObject({
      run: 'october',
      items: 30,
      isComplete: true,
      counts: { paid: 30, refused: 0, unknown: 0, 'not-sent': 0 },
      paidAs: [{ status: 'PROCESSING', items: 30, amount: sum(world.items), currency: 'USD' }],
      open: 0,
      underWay: 0,
      amounts: { paid: [{ items: 30, amount: sum(world.items), currency: 'USD' }], open: [] },
      leftMs: 0,
    });
  });

  test('has the keys of an earlier release, whose payments may be under way', async () => {
    const key = await stepKey({ run: 'october', item: 'payout-1', step: 'quote', attempt: 1 });
    expect(key).toBe('run-OgPXlA_bCvYcQuyLObhnWQTJeXsZB-H39sm9HQcX19s');
  });

  test('refuses a duplicate, and an item whose content has changed', async () => {
    // More than a worker reads at once.
    const world = payoutWorld(203);
    const [first, second] = world.items as [Payout, Payout];
    const run = runOf(world);
    const started = [first, second, first, ...world.items.slice(2), { ...first, amount: 1 }];
    const twice = expect.objectContaining({ status: 'refused', code: 'ITEM_DUPLICATE' });
    for (const isReplayed of [false, true]) {
      const results = [];
      for await (const { id, outcome, replayed } of run.start(started)) {
        if (id === first.id) results.push([outcome, replayed]);
      }
      expect(results).toHaveLength(3);
      expect(results.filter(([outcome]) => twice.asymmetricMatch(outcome))).toHaveLength(2);
      expect(results).toContainEqual([expect.objectContaining({ status: 'paid' }), isReplayed]);
    }
    const changed = [
      { ...second, amount: 1 },
      { amount: first.amount, to: first.to, id: first.id },
    ];
    expect(await outcomes(run.start(changed))).toMatchObject({
      [second.id]: { status: 'refused', code: 'ITEM_CHANGED' },
      [first.id]: { status: 'paid', replayed: true },
    });
    expect((await world.accounts()).spent).toBe(sum(world.items));
  });

  test('reads a source no further than it has to, and closes it', async () => {
    const world = payoutWorld(1);
    let [read, closed] = [0, false];
    async function* source() {
      try {
        for (; read < 100_000; read += 1) yield { ...world.items[0], id: `${read}` } as Payout;
      } finally {
        closed = true;
      }
    }
    for await (const _ of runOf(world).start(source(), { width: 2 })) break;
    expect(read).toBeLessThan(500);
    expect(closed).toBe(true);
  });

  test('ends after what is under way when it is aborted, and goes on with the next start', async () => {
    const world = payoutWorld(20);
    const run = runOf(world);
    const ended = new AbortController();
    const first: string[] = [];
    for await (const { id } of run.start(world.items, { width: 4, signal: ended.signal })) {
      if (first.push(id) === 5) ended.abort();
    }
    expect(first.length).toBeGreaterThanOrEqual(5);
    expect(first.length).toBeLessThan(13);
    const { counts, open, underWay } = await run.progress();
    expect([counts.paid, open, underWay]).toEqual([first.length, 20 - first.length, 0]);
    const left: string[] = [];
    // An item that had its quote when the run was aborted has begun: it is unknown until the next start.
    for await (const one of run.results({ status: ['not-sent', 'unknown'] })) {
      expect(one.finishedAt).toBeUndefined();
      left.push((one.outcome as { code: string }).code);
    }
    expect(left).toHaveLength(20 - first.length);
    expect(left).toContain('NOT_STARTED');
    expect(left.filter((code) => !['NOT_STARTED', 'UNDER_WAY'].includes(code))).toEqual([]);
    const second = await outcomes(run.work());
    expect(Object.keys(second)).toHaveLength(20 - first.length);
    await expectAllPaid(world);
  });
});

describe('a run is refused', () => {
  test('for a client without a journal, and options that cannot work', () => {
    const world = payoutWorld(0);
    const { payments, pay } = world;
    const bare = createPaymentsClient({ ...world.mock.connection });
    const state = sqliteRun(':memory:');
    expect(() => createRun(bare, { id: 'r', state, pay })).toThrow(/needs a client with a journal/);
    const wrong = (changes: object) => () =>
      createRun(payments, { id: 'r', state, pay, ...changes });
    expect(wrong({ id: '' })).toThrow(/`id`/);
    expect(wrong({ lease: 1 })).toThrow(/`lease`/);
    expect(wrong({ with: 1 })).toThrow(/`with`/);
    expect(() => runOf(world).start([], { width: 0 })).toThrow(/width/);
  });

  test('a state says whether it has a run, and creates none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'runs-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'runs.db');
    const world = payoutWorld(1);
    await using state = sqliteRun(path);
    expect(await state.hasItems('october')).toBe(false);
    expect(existsSync(path)).toBe(false);
    await outcomes(runOf(world, { state }).start(world.items));
    expect(await state.hasItems('october')).toBe(true);
    expect(await state.hasItems('november')).toBe(false);
    writeFileSync(join(folder, 'text'), 'not a database, whatever it is called\n'.repeat(40));
    for (const wrong of ['none/runs.db', 'text']) {
      const asked = sqliteRun(join(folder, wrong)).hasItems('october');
      await expect(asked).rejects.toMatchObject({ code: 'RUN_STATE_FAILED' });
    }
  });

  test('for the state of another account', async () => {
    const world = payoutWorld(1);
    const other = payoutWorld(1, { seed: 'another' });
    const state = sqliteRun(':memory:');
    await outcomes(runOf(world, { state }).start(world.items));
    const started = outcomes(runOf(other, { state }).start(world.items));
    await expect(started).rejects.toMatchObject({ name: 'RunError', code: 'RUN_STATE_FOREIGN' });
    expect(other.mock.requests).toHaveLength(0);
  });

  test.each([
    ['without an id', [{ to: 'x' }], /Item 1 of the source has no text in its field `id`/],
    ['that is not JSON', [{ id: 'a', when: new Date() }], /is not JSON/],
  ])('for an item %s', async (_, items, message) => {
    const world = payoutWorld(0);
    const started = outcomes(runOf(world).start(items as never));
    const failure = { code: 'RUN_SOURCE_FAILED', message: expect.stringMatching(message) };
    await expect(started).rejects.toMatchObject(failure);
  });
});
