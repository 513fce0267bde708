import type { Fault, FaultEffect } from '@org/payments-mock';
import { describe, expect, test } from 'vitest';
import {
  expectAllPaid,
  outcomes,
  type Payout,
  type PayoutWorld,
  payoutWorld,
  runOf,
} from '../../test/payouts.ts';
import { type ClientEvent, createPaymentsClient } from '../index.ts';
import { createRun, type PayItem, type Run, sqliteRun } from './index.ts';

async function results(run: Pick<Run<never, unknown>, 'results'>) {
  const found = [];
  for await (const { outcome } of run.results()) {
    if (outcome.status !== 'paid') found.push(outcome);
  }
  return found;
}

function faulty(count: number, effect: FaultEffect, more: Omit<Fault, 'effect'> = {}): PayoutWorld {
  const world = payoutWorld(count);
  world.mock.faults.add({ operation: 'quotes.execute', effect, ...more });
  return world;
}

describe('an item', () => {
  test('that the service refuses is refused, with what to do; a start may name it again', async () => {
    const answer = { kind: 'answer', status: 400, code: 'AMOUNT_OUT_OF_RANGE' } as const;
    const world = faulty(3, answer, { nth: 2 });
    const run = runOf(world);
    const first = Object.values(await outcomes(run.start(world.items, { width: 1 })));
    const refusals = first.filter(({ status }) => status === 'refused');
    expect(first.map(({ status }) => status)).toEqual(['paid', 'refused', 'paid']);
    expect(refusals).toMatchObject([
      { code: 'AMOUNT_OUT_OF_RANGE', step: 'execute', operation: 'quotes.execute' },
    ]);
    expect((await run.progress()).refusals).toEqual([{ code: 'AMOUNT_OUT_OF_RANGE', items: 1 }]);
    const found = { 'payout-2': { status: 'refused', replayed: true } };
    expect(await outcomes(run.start(world.items))).toMatchObject(found);
    const again = await outcomes(run.start(world.items, { again: ({ code }) => code !== 'X' }));
    expect(again).toMatchObject({ 'payout-2': { status: 'paid', replayed: false } });
    const keys = [...world.journal.entries.values()].map(({ idempotencyKey }) => idempotencyKey);
    // The refused attempt, and only that, has a key of its own.
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength(7);
    await expectAllPaid(world);
  });

  test('says in its message what an error has in fields of its own', async () => {
    const errors = [{ field: 'amount', message: 'must be positive' }];
    const invalid = { status: 422, code: 'INVALID_INPUT', message: 'No', details: { errors } };
    const world = faulty(2, { kind: 'answer', status: 422, body: invalid }, { nth: 1 });
    const slow = { kind: 'answer', status: 429, code: 'RATE_LIMITED' } as const;
    const headers = { 'retry-after': '1' };
    const always = { operation: 'quotes.execute', times: 'always' } as const;
    world.mock.faults.add({ ...always, effect: { ...slow, headers } });
    const found = Object.values(await outcomes(runOf(world, { tries: 1 }).start(world.items)));
    const refused = found.find(({ status }) => status === 'refused');
    expect(refused).toMatchObject({ message: 'No (amount: must be positive).' });
    expect(JSON.stringify(found)).not.toContain('`');
  });

  test.each<[string, FaultEffect]>([
    ['the response is lost', { kind: 'lose-reply' }],
    ['the response breaks off', { kind: 'truncate', bytes: 40 }],
    ['a gateway responds after it was applied', { kind: 'foreign-response', applied: true }],
    ['a gateway responds in its place', { kind: 'foreign-response' }],
    ['it is applied later', { kind: 'late-apply', milliseconds: 700 }],
    ['the service fails', { kind: 'answer', status: 500 }],
    ['the service is not there', { kind: 'answer', status: 503 }],
    ['the connection is refused', { kind: 'refuse-connection' }],
  ])('is paid once where %s', async (_, effect) => {
    const world = faulty(6, effect, { times: 4 });
    world.mock.faults.add({ operation: 'quotes.get', effect: { kind: 'foreign-response' } });
    const results = await outcomes(runOf(world).start(world.items));
    expect(new Set(Object.values(results).map(({ status }) => status))).toEqual(new Set(['paid']));
    await expectAllPaid(world);
  });

  test.each<[string, FaultEffect]>([
    ['unknown', { kind: 'lose-reply' }],
    ['not-sent', { kind: 'answer', status: 503 }],
  ])('that ends as %s is settled by the next start', async (status, effect) => {
    const world = faulty(2, effect, { times: 'always' });
    const run = runOf(world, { tries: 2 });
    const first = Object.values(await outcomes(run.start(world.items)));
    for (const one of first) expect(one).toMatchObject({ status, step: 'execute' });
    world.mock.faults.clear();
    await outcomes(run.start(world.items));
    await expectAllPaid(world);
  });

  test('whose key was used for another payment is not paid again', async () => {
    const world = payoutWorld(1);
    await outcomes(runOf(world).start(world.items));
    // The state and the journal of the first start are gone.
    world.journal.entries.clear();
    const changed = world.items.map((item) => ({ ...item, amount: item.amount + 1 }));
    const run = runOf(world);
    // Nor once the service may have forgotten the key: the refusal was of the other payment.
    for (const hours of [0, 1, 24, 24]) {
      world.mock.clock.advance({ hours });
      expect(await outcomes(run.start(changed))).toMatchObject({
        'payout-1': { status: 'unknown', code: 'IDEMPOTENCY_KEY_REUSED', next: 'look' },
      });
    }
    await expectAllPaid(world);
  });
});

describe('a quote that expires', () => {
  test.each([
    [2, 'paid', 3],
    [9, 'refused', 4],
  ])('%i times is quoted again within the attempts: %s', async (times, status, quotes) => {
    const world = payoutWorld(1);
    let left = times;
    world.mock.onRequest(({ operation }) => {
      if (operation !== 'quotes.create' || left === 0) return;
      left -= 1;
      world.mock.clock.advance({ minutes: 30 });
    });
    const run = runOf(world, { lease: 86_400_000 });
    expect(await outcomes(run.start(world.items))).toMatchObject({ 'payout-1': { status } });
    const created = world.mock.requests.filter(({ operation }) => operation === 'quotes.create');
    expect(created).toHaveLength(quotes);
    expect((await world.accounts()).paid).toEqual([status === 'paid' ? 1 : 0]);
  });
});

describe('the rate', () => {
  test('is slowed by 429, for as long as the service says, and shared', async () => {
    // The client sends some again itself: they count as well.
    const events: ClientEvent[] = [];
    const client = { retry: 1, observers: [(event: ClientEvent) => void events.push(event)] };
    const world = payoutWorld(40, {}, client);
    const effect = { kind: 'answer', status: 429, retryAfter: 5000 } as const;
    world.mock.faults.add({ operation: 'quotes.execute', effect, times: 1 });
    const run = runOf(world);
    const started = world.mock.clock.now();
    await outcomes(run.start(world.items, { width: 4 }));
    expect(world.mock.clock.now() - started).toBeGreaterThan(5000);
    expect(events.filter(({ type }) => type === 'run.progress').at(-1)).toMatchObject({
      ...{ call: 0, run: 'october', items: 40, open: 0, counts: { paid: 40 } },
      rate: { limit: expect.any(Number) },
    });
    expect(world.payments.observers()).toHaveLength(1);
    await expectAllPaid(world);
  });
});

describe('a run stops', () => {
  test('at wrong credentials, and goes on with right ones', async () => {
    const world = payoutWorld(30);
    const { connection, fetch } = world.mock;
    const { clock, journal } = world.payments;
    const secret = { current: 'wrong' };
    const credentials = () => ({ tokenId: connection.tokenId, clientSecret: secret.current });
    const { baseUrl } = connection;
    const payments = createPaymentsClient({ baseUrl, credentials, fetch, clock, journal });
    const pay: PayItem<Payout, { id: string }> = (item, step) =>
      step('quote', (key) =>
        payments.quotes.execute({ quoteId: `Quote:${item.id}` }, { idempotencyKey: key }),
      );
    const state = sqliteRun(':memory:');
    const run = createRun(payments, { id: 'october', state, pay });
    await expect(outcomes(run.start(world.items))).rejects.toMatchObject({ status: 401 });
    expect(world.mock.requests.length).toBeLessThan(20);
    expect(await run.progress()).toMatchObject({ open: 30, underWay: 0, counts: { refused: 0 } });
    const last = await results(run);
    expect(last.filter(({ status }) => status !== 'not-sent')).toEqual([]);
    secret.current = connection.clientSecret;
    await outcomes(runOf(world, { state }).start(world.items));
    await expectAllPaid(world);
  });

  test('between two steps, and says which one was the last', async () => {
    const effect = { kind: 'answer', status: 401, code: 'UNAUTHORIZED' } as const;
    const world = faulty(1, effect, { times: 'always' });
    const run = runOf(world);
    await expect(outcomes(run.start(world.items))).rejects.toMatchObject({ status: 401 });
    // Nothing is in doubt; whether the quote alone is a payment is for the program to say.
    const left = { status: 'unknown', code: 'UNDER_WAY', step: 'quote', next: 'start' };
    expect(await results(run)).toMatchObject([left]);
  });

  test('at a state that cannot be written', async () => {
    const world = payoutWorld(30);
    const state = sqliteRun(':memory:');
    const cause = new Error('database or disk is full');
    let left = 6;
    const open: typeof state.open = async (...given) => {
      const session = await state.open(...given);
      const finish: typeof session.finish = async (...end) => {
        left -= 1;
        if (left < 0) throw cause;
        return session.finish(...end);
      };
      return { ...session, finish };
    };
    const failed = outcomes(runOf(world, { state: { open }, lease: 45_000 }).start(world.items));
    await expect(failed).rejects.toMatchObject({ code: 'RUN_STATE_FAILED', cause });
    // The items that the process had are taken over when their leases have ended.
    world.mock.clock.advance({ minutes: 2 });
    await outcomes(runOf(world, { state }).start(world.items));
    await expectAllPaid(world);
  });
});
