import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { engineTables } from '../engine/tables.ts';
import { createMock, type Mock } from '../mock.ts';
import { resolveSettings } from '../options/settings.ts';
import { Writer } from '../store/writer.ts';
import { enqueue } from '../webhooks/enqueue.ts';
import { createWorld, type Scene } from '../world.ts';
import { money } from './currencies.ts';
import {
  availableOf,
  charge,
  deposit,
  hold,
  holdFor,
  ledgerOf,
  moveTo,
  releaseHold,
  settleHold,
  withdraw,
} from './ledger.ts';
import { heldOf, LedgerError, openBalance } from './post.ts';
import { ledgerTables } from './tables.ts';

/** Creates a scene with a ledger only. */
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
  const tables = [...ledgerTables, ...engineTables];
  const world = createWorld(
    resolveSettings({}),
    {
      tables,
      rules: new Map(),
      recipes: new Map(),
      start: () => undefined,
      ports,
    },
    enqueue,
  );
  return { world, write: new Writer(world) };
}

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
    kind: fc.constantFrom('in', 'out', 'fee', 'move', 'hold', 'settle', 'part', 'release'),
    account,
    other: account,
    amount,
    purpose: fc.constantFrom('p', 'q', 'r'),
  });
  let moved = 0;
  const property = fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
    const each = scene();
    for (const id of ['a', 'b']) openBalance(each, id, 'USD');
    openBalance(each, 'euro', 'EUR');
    for (const id of ['a', 'b', 'euro']) {
      deposit(each, { accountId: id, amount: 100, purpose: 'start' });
    }
    const ledger = ledgerOf(each.world);
    const before = ledger.postings().length;
    for (const { kind, account: accountId, other, amount: value, purpose } of steps) {
      const movement = { accountId, amount: value, purpose };
      const balances = JSON.stringify(ledger.balances());
      try {
        if (kind === 'in') deposit(each, movement);
        else if (kind === 'out') withdraw(each, movement);
        else if (kind === 'fee') charge(each, movement);
        else if (kind === 'move') moveTo(each, movement, other);
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
  const each = scene();
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

test('the account must exist', () => {
  const each = scene();
  expect(() => deposit(each, { accountId: 'b', amount: 1, purpose: 'x' })).toThrow('b');
  expect(ledgerOf(each.world).postings()).toEqual([]);
});

/** Prepares a mock with a customer, a fiat account, and an external account by its number. */
function payout(accountNumber: string) {
  const mock = createMock({ authentication: 'off', checkResponses: true });
  const { id: customerId } = mock.add.customer();
  const { id } = mock.add.internalAccount({ customerId, available: 1000 });
  const external = mock.add.externalAccount({ customerId, accountNumber });
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await mock.fetch(`${mock.connection.baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expectInvariant(mock.ledger.balances());
    return { status: response.status, body: await response.json() };
  };
  const pay = (amount: number) =>
    send('POST', '/transfer-out', {
      source: { accountId: id },
      destination: { accountId: external.id },
      amount,
    });
  const balances = async () => {
    const { body } = await send('GET', '/customers/internal-accounts');
    return [body.data[0].balance.amount, body.data[0].totalBalance.amount];
  };
  return { mock, send, pay, balances };
}

describe('rule 91: a hold ends together with its purpose', () => {
  test('rejecting a held payout returns its money', async () => {
    const { mock, send, pay, balances } = payout('123005');
    const { body } = await pay(100);
    expect(await balances()).toEqual([900, 1000]);
    expect(mock.ledger.balances()).toMatchObject([{ balances: 900, holds: 100, moneyOut: 0 }]);
    const rejected = await send('POST', `/transactions/${body.id}/reject`, {});
    expect(rejected.body.status).toBe('FAILED');
    expect(await balances()).toEqual([1000, 1000]);
    mock.clock.advance({ minutes: 1 });
    expect(await balances()).toEqual([1000, 1000]);
  });

  test.each([
    ['123005', [1000, 1000], 'FAILED'],
    ['123004', [1000, 1000], 'FAILED'],
    ['123002', [1000, 1000], 'FAILED'],
    ['123456', [900, 900], 'COMPLETED'],
  ])('a payout to %s leaves %j', async (accountNumber, expected, status) => {
    const { mock, send, pay, balances } = payout(accountNumber);
    const { body } = await pay(100);
    mock.clock.advance({ minutes: 1 });
    expect(await balances()).toEqual(expected);
    expect((await send('GET', `/transactions/${body.id}`)).body.status).toBe(status);
    expect(mock.ledger.accounts().filter(({ kind }) => kind === 'hold')).toEqual([]);
  });

  test('a payout added by a fixture can hold its money too', async () => {
    const mock = createMock({ authentication: 'off' });
    const { id: customerId } = mock.add.customer();
    mock.add.internalAccount({ customerId, available: 2000 });
    const fields = { customerId, type: 'OUTGOING', movesMoney: true } as const;
    const { id } = mock.add.transaction({ ...fields, sentAmount: money(500, 'USD') });
    expect(mock.ledger.balances()).toMatchObject([{ balances: 1500, holds: 500 }]);
    const path = `${mock.connection.baseUrl}/transactions/${id}/reject`;
    await mock.fetch(path, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(mock.ledger.balances()).toMatchObject([{ balances: 2000, holds: 0 }]);
  });
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
