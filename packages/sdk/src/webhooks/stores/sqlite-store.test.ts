import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { FakeClock } from '../../../test/fake-clock.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { payment, setUp, sign } from '../../../test/webhooks/samples.ts';
import { describeStore } from '../../../test/webhooks/store-suite.ts';
import type { EventOf } from '../index.ts';
import { type PlacedEvent, placeOf } from '../place.ts';
import { memoryStore } from './memory-store.ts';
import { type SqliteStore, sqliteStore } from './sqlite-store.ts';

const COMPLETED = 'OUTGOING_PAYMENT.COMPLETED';
const { folder } = temporaryFolder();
const stores: SqliteStore[] = [];

function open(name = 'shared.db'): SqliteStore {
  const store = sqliteStore(join(folder, name));
  stores.push(store);
  return store;
}

afterAll(async () => {
  for (const store of stores) await store.close();
});

describeStore('sqliteStore', { open });

describe('the file of sqliteStore', () => {
  it('is opened again after close, and after it was lost', async () => {
    const store = open('own.db');
    await store.complete('one', 'a', 60_000, 'digest');
    await store.close();
    expect(await store.claim('one', 'b', 60_000, 'digest')).toBe('done');
    rmSync(join(folder, 'own.db'));
    await expect(store.claim('one', 'b', 60_000, 'digest')).rejects.toThrow('deleted');
    expect(await store.claim('one', 'b', 60_000, 'digest')).toBe('claimed');
  });

  it('is cleared of expired rows only, also of more than one slice', async () => {
    const store = open('expiring.db');
    for (let row = 0; row < 600; row += 1) await store.claim(`old ${row}`, 'a', 0, 'digest');
    await store.complete('new', 'a', 60_000, 'digest');
    await store.claim('running', 'a', 60_000, 'digest');
    expect(await store.deleteExpired()).toBe(600);
    expect(await store.claim('new', 'b', 60_000, 'digest')).toBe('done');
    expect(await store.claim('running', 'b', 60_000, 'digest')).toBe('busy');
  });

  it('waits for the disk only when an event was handled', async () => {
    const store = open('disk.db');
    const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
    onTestFinished(() => exec.mockRestore());
    const modes = () =>
      exec.mock.calls.flatMap(([sql]) => /synchronous = (\w+)/.exec(sql)?.[1] ?? []);
    await store.claim('one', 'a', 60_000, 'digest');
    expect(modes()).toEqual(['NORMAL']);
    await store.complete('one', 'a', 60_000, 'digest');
    expect(modes()).toEqual(['NORMAL', 'FULL']);
  });
});

describe('a mark in a transaction on the same file', () => {
  const path = join(folder, 'application.db');
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE payouts (id TEXT, state TEXT) STRICT');
  const store = open('application.db');
  const states = () => db.prepare('SELECT state FROM payouts').all();
  const deliver = async (handler: (event: EventOf<typeof COMPLETED>) => unknown) => {
    const { webhooks, failures } = setUp({ store });
    webhooks.on(COMPLETED, handler);
    const { status } = await webhooks.fetch((await sign(payment)).request());
    return { status, cause: failures[0]?.error.cause, message: failures[0]?.error.message };
  };
  const inTransaction = (work: () => void, end = 'COMMIT') => {
    db.exec('BEGIN IMMEDIATE');
    try {
      work();
      db.exec(end);
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  };
  const pay = () => db.exec("INSERT INTO payouts VALUES ('Transaction:0c7a', 'paid')");
  afterAll(() => db.close());

  it('is refused outside of a transaction, and rolled back with its effect', async () => {
    const outside = await deliver((event) => store.mark(event, db));
    expect(outside).toMatchObject({ status: 500, cause: { code: 'CONFIGURATION', option: 'tx' } });
    const markAndRollBack = await deliver((event) =>
      inTransaction(() => {
        pay();
        store.mark(event, db);
      }, 'ROLLBACK'),
    );
    const expected = { status: 500, message: expect.stringContaining('was not committed') };
    expect(markAndRollBack).toMatchObject(expected);
    expect(states()).toEqual([]);
  });

  it('is committed with its effect, once', async () => {
    const twice = await deliver(async (event) => {
      const place = await placeOf(event);
      for (let round = 0; round < 2; round += 1) {
        inTransaction(() => {
          if (store.latest(place, db)) pay();
          store.mark(event, db);
        });
      }
    });
    expect(twice).toMatchObject({ status: 500, cause: { code: 'WEBHOOK_CLAIM_LOST' } });
    expect(states()).toEqual([{ state: 'paid' }]);
    expect((await deliver(() => expect.unreachable())).status).toBe(409);
  });

  it('keeps the place of a resource, whose earlier events come too late', async () => {
    const earlier = { ...payment, timestamp: '2026-01-05T08:59:59Z' } as PlacedEvent;
    const place = await placeOf(earlier);
    inTransaction(() => {
      expect(store.latest(place, db)).toBe(false);
      expect(store.latest(place, db, 'another part')).toBe(true);
      expect(store.latest(undefined, db)).toBe(true);
    });
  });

  it.each([
    ['timestamp', { ...payment, timestamp: undefined }],
    ['timestamp', { ...payment, timestamp: 'yesterday' }],
    ['timestamp', { ...payment, timestamp: new Date() }],
    ['type', JSON.stringify(payment)],
    ['type', { event: payment }],
    ['type', undefined],
  ])('is refused for a copy without a `%s`: %j', async (field, copy) => {
    await expect(placeOf(copy as never)).rejects.toMatchObject({
      code: 'WEBHOOK_ENVELOPE_INVALID',
      message: expect.stringContaining(`\`${field}\` is not`),
      action: expect.stringContaining('JSON.parse'),
    });
  });
});

const clock = new FakeClock();
const shared = memoryStore({ clock });
describeStore('memoryStore', {
  open: () => shared,
  elapse: (milliseconds) => clock.advance(milliseconds),
});

it('evicts the oldest handled event beyond its limit, and never a claim', async () => {
  const store = memoryStore({ maxEvents: 2, clock: new FakeClock() });
  await store.claim('running', 'a', 1000, 'digest');
  for (const id of ['1', '2', '3']) {
    expect(await store.claim(id, 'a', 1000, 'digest')).toBe('claimed');
    expect(await store.complete(id, 'a', 1000, 'digest')).toBe(true);
  }
  expect(await store.claim('1', 'b', 1000, 'digest')).toBe('claimed');
  expect(await store.claim('2', 'b', 1000, 'digest')).toBe('done');
  expect(await store.claim('3', 'b', 1000, 'digest')).toBe('done');
  expect(await store.claim('running', 'b', 1000, 'digest')).toBe('busy');
});

it('refuses a limit that is not a number of events', () => {
  for (const maxEvents of [0, -1, 1.5, Number.NaN]) {
    expect(() => memoryStore({ maxEvents })).toThrow(/whole number above 0/);
  }
});
