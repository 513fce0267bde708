import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyScene } from '../../test/support/empty-scene.ts';
import { createMock, type Mock } from '../mock.ts';
import type { Scene } from '../world.ts';
import { money } from './currencies.ts';
import {
  availableOf,
  chargeHold,
  deposit,
  hold,
  holdFor,
  ledgerOf,
  moveTo,
  passThrough,
  payFromHold,
  releaseHold,
  settleHold,
  withdraw,
} from './ledger.ts';
import { heldOf, LedgerError, openBalance } from './post.ts';

/** A ledger with 1000 in one account of dollars and 300 in another, of which 100 are held. */
function scene(): Scene {
  const each = emptyScene();
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
  hold: [(each, amount) => hold(each, { ...a, amount }), { holds: 140, balances: 1160 }],
  settleHold: [(each, amount) => settleHold(each, 'payment', amount), { holds: 60, moneyOut: 40 }],
  moveTo: [(each, amount) => moveTo(each, { ...a, amount }, 'b'), {}],
  payFromHold: [
    (each, amount) => payFromHold(each, { ...a, amount, purpose: 'payment' }),
    { holds: 60, balances: 1240 },
  ],
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
    const expected = { code: 'INSUFFICIENT_FUNDS', message: 'No money is held for other.' };
    expect(() => end(each, 'other', 1)).toThrow(expect.objectContaining(expected));
  }
});

test('all of a hold is settled where no amount is given', () => {
  const each = scene();
  settleHold(each, 'payment');
  expect(holdFor(each.world, 'payment')).toBeUndefined();
  expect(ledgerOf(each.world).balances()).toMatchObject([{ holds: 0, moneyOut: 100 }]);
});

test('a currency has the name and the symbol that English has, or its code, and its decimals', () => {
  const all = 'EUR BTC USDC USDT'.split(' ').map((code) => Object.values(money(1, code).currency));
  const shown = 'EUR,Euro,€,2 BTC,Bitcoin,₿,8 USDC,USD Coin,USDC,6 USDT,USDT,USDT,6';
  expect(all.join(' ')).toBe(shown);
});

test('a currency is shown once money has moved in it', () => {
  const each = scene();
  const balances = () => ledgerOf(each.world).balances();
  openBalance(each, 'euro', 'EUR');
  expect(balances().map(({ currency }) => currency)).toEqual(['USD']);
  passThrough(each, { amount: 5, fee: 0, currency: 'GBP', purpose: 'x' });
  expect(balances().map(({ currency }) => currency)).toEqual(['GBP', 'USD']);
});

/**
 * Checks that for each currency money in minus money out is balances plus holds plus fees, and that
 * none is negative.
 */
function expectInvariant(balances: ReturnType<Mock['ledger']['balances']>): void {
  for (const { moneyIn, moneyOut, balances: free, holds, fees } of balances) {
    expect(moneyIn - moneyOut).toBe(free + holds + fees);
    for (const amount of [moneyIn, moneyOut, free, holds, fees]) {
      expect(amount).toBeGreaterThanOrEqual(0);
    }
  }
}

test('rule 90: any sequence of movements preserves the money of each currency', () => {
  const amount = fc.integer({ min: 0, max: 50 });
  const account = fc.constantFrom('a', 'b', 'euro');
  const step = fc.record({
    kind: fc.constantFrom('in', 'out', 'hold', 'settle', 'part', 'release'),
    account,
    amount,
    purpose: fc.constantFrom('p', 'q', 'r'),
  });
  let moved = 0;
  const property = fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
    const each = emptyScene();
    for (const id of ['a', 'b']) openBalance(each, id, 'USD');
    openBalance(each, 'euro', 'EUR');
    for (const id of ['a', 'b', 'euro']) {
      deposit(each, { accountId: id, amount: 100, purpose: 'start' });
    }
    const ledger = ledgerOf(each.world);
    const before = ledger.postings().length;
    for (const { kind, account: accountId, amount: value, purpose } of steps) {
      const movement = { accountId, amount: value, purpose };
      const balances = JSON.stringify(ledger.balances());
      try {
        if (kind === 'in') deposit(each, movement);
        else if (kind === 'out') withdraw(each, movement);
        else if (kind === 'hold') hold(each, { ...movement, purpose: `${accountId}/${purpose}` });
        else if (kind === 'settle') settleHold(each, `${accountId}/${purpose}`);
        else if (kind === 'part') settleHold(each, `${accountId}/${purpose}`, value);
        else releaseHold(each, `${accountId}/${purpose}`);
      } catch (error) {
        expect(error).toBeInstanceOf(LedgerError);
        expect(JSON.stringify(ledger.balances())).toBe(balances);
      }
      expectInvariant(ledger.balances());
      for (const { kind: of, amount: left } of ledger.accounts()) {
        if (of !== 'in') expect(left).toBeGreaterThanOrEqual(0);
        if (of === 'hold') expect(left).toBeGreaterThan(0);
      }
    }
    moved += ledger.postings().length - before;
  });
  fc.assert(property, { numRuns: 300 });
  // Money that does not move is preserved too: most sequences must move some.
  expect(moved).toBeGreaterThan(1_000);
});

test('a hold ends when all of it is settled or released, at once or in parts', () => {
  const each = emptyScene();
  openBalance(each, 'a', 'USD');
  deposit(each, { accountId: 'a', amount: 1000, purpose: 'test' });
  hold(each, { accountId: 'a', amount: 100, purpose: 'p' });
  expect([availableOf(each.world, 'a'), heldOf(each.world, 'a')]).toEqual([900, 100]);
  settleHold(each, 'p', 40);
  expect(holdFor(each.world, 'p')?.amount).toBe(60);
  releaseHold(each, 'p');
  expect(holdFor(each.world, 'p')).toBeUndefined();
  expect([availableOf(each.world, 'a'), heldOf(each.world, 'a')]).toEqual([960, 0]);
  releaseHold(each, 'p');
  expect(() => settleHold(each, 'p', 1)).toThrow(LedgerError);
});

test('money moves between two accounts that exist and are in one currency', () => {
  const each = scene();
  openBalance(each, 'euro', 'EUR');
  const before = ledgerOf(each.world).balances();
  const expected = expect.objectContaining({ code: 'INVALID_POSTING' });
  expect(() => deposit(each, { ...a, accountId: 'none', amount: 1 })).toThrow(expected);
  for (const to of ['euro', 'a', 'none']) {
    expect(() => moveTo(each, { ...a, amount: 1 }, to)).toThrow(expected);
  }
  expect(ledgerOf(each.world).balances()).toEqual(before);
});

test('of the postings, the last ones are kept: as many as of the events', () => {
  const each = emptyScene({ eventLimit: 3 });
  openBalance(each, 'a', 'USD');
  const kept = () =>
    ledgerOf(each.world)
      .postings()
      .map(({ amount }) => amount);
  for (const amount of [1, 2, 3]) deposit(each, { ...a, amount });
  expect(kept()).toEqual([1, 2, 3]);
  for (const amount of [4, 5]) deposit(each, { ...a, amount });
  expect(kept()).toEqual([3, 4, 5]);
});

test('a total that would no longer be exact is refused', () => {
  const each = scene();
  const beyond = { ...a, amount: Number.MAX_SAFE_INTEGER };
  expect(() => deposit(each, beyond)).toThrow(LedgerError);
  expect(ledgerOf(each.world).balances()).toEqual([{ currency: 'USD', ...start }]);
});

test('fixtures deposit their money through the ledger, and a fork has its own ledger', () => {
  const mock = createMock();
  const { id, balance, totalBalance } = mock.add.internalAccount({ available: 900, held: 100 });
  expect([balance.amount, totalBalance.amount]).toEqual([900, 1000]);
  const other = mock.add.internalAccount({
    balance: money(5, 'EUR'),
    totalBalance: money(7, 'EUR'),
  });
  expect([other.balance.amount, other.totalBalance.amount]).toEqual([5, 7]);
  const fork = mock.fork();
  fork.add.internalAccount({ available: 1 });
  expect(mock.ledger.balances()).toMatchObject([
    { currency: 'EUR', moneyIn: 7, balances: 5, holds: 2 },
    { currency: 'USD', moneyIn: 1000, balances: 900, holds: 100 },
  ]);
  expect(fork.ledger.balances()[1]).toMatchObject({ moneyIn: 1001 });
  expect(mock.ledger.postings()[0]).toMatchObject({ to: id, amount: 1000, purpose: 'fixture' });
  mock.reset();
  expect(mock.ledger.balances()).toEqual([]);
});
