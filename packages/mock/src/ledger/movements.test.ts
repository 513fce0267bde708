import { expect, test } from 'vitest';
import { engineTables } from '../engine/tables.ts';
import { resolveSettings } from '../options/settings.ts';
import { Writer } from '../store/writer.ts';
import { enqueue } from '../webhooks/enqueue.ts';
import { createWorld, type Scene } from '../world.ts';
import {
  availableOf,
  charge,
  chargeHold,
  deposit,
  hold,
  holdFor,
  ledgerOf,
  moveTo,
  passThrough,
  settleHold,
  withdraw,
} from './ledger.ts';
import { LedgerError, openBalance } from './post.ts';
import { ledgerTables } from './tables.ts';

/** A ledger with 1000 in one account of dollars and 300 in another, of which 100 are held. */
function scene(): Scene {
  const ports = {
    agentOf: () => undefined,
    sessionsOf: () => [],
    revokeSession: () => undefined,
    showBalance: () => undefined,
    tokenOf: () => undefined,
    webhookEndpoint: () => undefined,
    decidePayment: () => undefined,
  };
  const world = createWorld(
    resolveSettings({}),
    {
      tables: [...ledgerTables, ...engineTables],
      rules: new Map(),
      recipes: new Map(),
      start: () => undefined,
      ports,
    },
    enqueue,
  );
  const each = { world, write: new Writer(world) };
  for (const id of ['a', 'b']) openBalance(each, id, 'USD');
  deposit(each, { accountId: 'a', amount: 1000, purpose: 'start' });
  deposit(each, { accountId: 'b', amount: 300, purpose: 'start' });
  hold(each, { accountId: 'b', amount: 100, purpose: 'payment' });
  return each;
}

const start = { moneyIn: 1300, moneyOut: 0, balances: 1200, holds: 100, fees: 0 };
const a = { accountId: 'a', purpose: 'x' };

type Move = (each: Scene, amount: number) => void;

const moves: Readonly<Record<string, readonly [Move, Partial<typeof start>]>> = {
  deposit: [(each, amount) => deposit(each, { ...a, amount }), { moneyIn: 1340, balances: 1240 }],
  withdraw: [(each, amount) => withdraw(each, { ...a, amount }), { moneyOut: 40, balances: 1160 }],
  charge: [(each, amount) => charge(each, { ...a, amount }), { fees: 40, balances: 1160 }],
  hold: [(each, amount) => hold(each, { ...a, amount }), { holds: 140, balances: 1160 }],
  moveTo: [(each, amount) => moveTo(each, { ...a, amount }, 'b'), {}],
  settleHold: [(each, amount) => settleHold(each, 'payment', amount), { holds: 60, moneyOut: 40 }],
  chargeHold: [(each, amount) => chargeHold(each, 'payment', amount), { holds: 60, fees: 40 }],
  passThrough: [
    (each, amount) => passThrough(each, { amount, fee: 15, currency: 'USD', purpose: 'x' }),
    { moneyIn: 1340, moneyOut: 25, fees: 15 },
  ],
};

test.each(Object.entries(moves))('%s moves exactly its amount', (_name, [move, change]) => {
  const each = scene();
  const ledger = ledgerOf(each.world);
  expect(ledger.balances()).toEqual([{ currency: 'USD', ...start }]);
  const before = ledger.postings().length;
  move(each, 40);
  expect(ledger.balances()).toEqual([{ currency: 'USD', ...start, ...change }]);
  expect(ledger.postings().length).toBeGreaterThan(before);
});

test('money that is moved arrives in the other account', () => {
  const each = scene();
  moveTo(each, { ...a, amount: 40 }, 'b');
  expect([availableOf(each.world, 'a'), availableOf(each.world, 'b')]).toEqual([960, 240]);
});

const single = Object.entries(moves).filter(([name]) => name !== 'passThrough');

test.each(single)('%s posts nothing of 0', (_name, [move]) => {
  const each = scene();
  const before = ledgerOf(each.world).postings();
  move(each, 0);
  expect(ledgerOf(each.world).postings()).toEqual(before);
});

test.each(single)('%s refuses what is not a whole number from 0', (_name, [move]) => {
  const each = scene();
  const before = ledgerOf(each.world).postings();
  for (const amount of [-1, -40, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    // The accounts have enough, so that only the amount itself can be the reason.
    const expected = expect.objectContaining({ code: 'INVALID_POSTING' });
    expect(() => move(each, amount)).toThrow(expected);
  }
  expect(ledgerOf(each.world).postings()).toEqual(before);
  expect(ledgerOf(each.world).balances()).toEqual([{ currency: 'USD', ...start }]);
});

const without = single.filter(([name]) => name !== 'deposit');

test.each(without)('%s refuses more than there is', (_name, [move]) => {
  const each = scene();
  const expected = expect.objectContaining({ code: 'INSUFFICIENT_FUNDS' });
  expect(() => move(each, 1001)).toThrow(expected);
  expect(ledgerOf(each.world).balances()).toEqual([{ currency: 'USD', ...start }]);
});

test('without a hold, nothing is settled, and an amount is refused', () => {
  const each = scene();
  const before = ledgerOf(each.world).postings();
  settleHold(each, 'other');
  settleHold(each, 'other', 0);
  chargeHold(each, 'other', 0);
  expect(ledgerOf(each.world).postings()).toEqual(before);
  for (const end of [settleHold, chargeHold]) {
    expect(() => end(each, 'other', 1)).toThrow(LedgerError);
    expect(() => end(each, 'other', 1)).toThrow('No money is held for other.');
  }
});

test('all of a hold is settled where no amount is given', () => {
  const each = scene();
  settleHold(each, 'payment');
  expect(holdFor(each.world, 'payment')).toBeUndefined();
  expect(ledgerOf(each.world).balances()).toMatchObject([{ holds: 0, moneyOut: 100 }]);
});

test('a currency is shown once money has moved in it', () => {
  const each = scene();
  openBalance(each, 'euro', 'EUR');
  expect(
    ledgerOf(each.world)
      .balances()
      .map(({ currency }) => currency),
  ).toEqual(['USD']);
  passThrough(each, { amount: 5, fee: 0, currency: 'GBP', purpose: 'x' });
  expect(
    ledgerOf(each.world)
      .balances()
      .map(({ currency }) => currency),
  ).toEqual(['GBP', 'USD']);
});
