import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { createPaymentsClient } from '@org/payments-sdk';
import { sqliteJournal } from '@org/payments-sdk/journal';
import { startServer } from '../lib/child.ts';
import { interleaved, p50, perSecond } from '../lib/rounds.ts';
import { atLeast, atMost, type Row, ratioRow, valueRow } from '../lib/row.ts';

const card = {
  cardholderId: 'Customer:91ab',
  form: 'VIRTUAL' as const,
  fundingSources: ['InternalAccount:40de'],
};

/** Milliseconds for which another process holds the lock of the journal's file. */
const LOCKED = 2_000;

/** The longest stall of the event loop while something waits. */
async function longestStall(begin: () => void): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  begin();
  await pause(LOCKED);
  delay.disable();
  return delay.max / 1_000_000;
}

/** Stalls while writes wait for the lock of another process, and while nothing happens. */
async function stalls(name: string, path: string, write: () => Promise<unknown>) {
  const idle = await longestStall(() => undefined);
  const lock = await startServer('programs/lock-holder', path);
  let writes: Promise<unknown>[] = [];
  const waiting = await longestStall(() => {
    writes = Array.from({ length: 64 }, write);
  });
  await lock.close();
  await Promise.all(writes);
  return new Map([
    ['an idle process', idle],
    [name, waiting],
  ]);
}

/** Bytes of a record, and of the file in which the disk already has room for it. */
const RECORD = 1_000;
const ROOM = 4_000_000;

/** What no journal can avoid: one record that the disk has before the write is sent. */
function bareFlush(path: string) {
  const file = openSync(path, 'w+');
  const record = Buffer.alloc(RECORD, 'x');
  writeSync(file, Buffer.alloc(ROOM), 0, ROOM, 0);
  fsyncSync(file);
  let place = 0;
  return {
    async before(write: () => Promise<unknown>): Promise<void> {
      writeSync(file, record, 0, RECORD, place);
      fdatasyncSync(file);
      place = (place + RECORD) % ROOM;
      await write();
    },
    close: () => closeSync(file),
  };
}

/** Calls that share a commit in the comparison. */
const GROUP = 64;

/** As little as a durable record of a write can be: two statements, in the thread that calls. */
function bareRecords(path: string) {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('CREATE TABLE entries (id INTEGER PRIMARY KEY, request TEXT, outcome TEXT)');
  const insert = database.prepare('INSERT INTO entries (request) VALUES (?)');
  const end = database.prepare("UPDATE entries SET outcome = 'applied' WHERE id = ?");
  const request = 'x'.repeat(RECORD);
  let pending = 0;
  return {
    /** A commit with a flush of the disk before the write, and one without after it. */
    async alone(write: () => Promise<unknown>): Promise<void> {
      database.exec('PRAGMA synchronous = FULL');
      const { lastInsertRowid } = insert.run(request);
      await write();
      database.exec('PRAGMA synchronous = NORMAL');
      end.run(lastInsertRowid);
    },
    /** The same statements, with one flush for a group of writes. */
    async grouped(write: () => Promise<unknown>): Promise<void> {
      database.exec(pending === 0 ? 'PRAGMA synchronous = FULL; BEGIN' : '');
      pending += 1;
      const { lastInsertRowid } = insert.run(request);
      if (pending === GROUP) {
        database.exec('COMMIT');
        pending = 0;
      }
      await write();
      end.run(lastInsertRowid);
    },
    close() {
      if (database.isTransaction) database.exec('COMMIT');
      database.close();
    },
  };
}

/**
 * Measures the time that the journal adds to a write: sealing, the wait for the disk, and the
 * record of its end.
 */
export async function journalRows(): Promise<Row[]> {
  const server = await startServer('programs/constant-server');
  const folder = mkdtempSync(join(tmpdir(), 'journal-'));
  const path = join(folder, 'writes.db');
  const journal = sqliteJournal(path, {
    secret: 'the secret of the journal that is measured',
  });
  const options = {
    baseUrl: `${server.url}/2025-10-13`,
    tokenId: 'token',
    clientSecret: 'secret',
  };
  const plain = createPaymentsClient(options);
  const journalled = createPaymentsClient({ ...options, journal });
  const name = 'SDK, sqliteJournal';
  const bare = bareRecords(join(folder, 'bare.db'));
  const flush = bareFlush(join(folder, 'bare'));
  const write = () => plain.cards.create(card);
  const journaled = () => journalled.cards.create(card);
  const without = { name: 'SDK without a journal', work: write };
  const withJournal = { name, work: journaled };
  const sequential = await interleaved(
    15,
    [
      without,
      { name: 'and one flush of the disk', work: () => flush.before(write) },
      { name: 'and two bare commits of SQLite', work: () => bare.alone(write) },
      withJournal,
    ].map(({ name, work }) => ({ name, measure: p50(150, work) })),
    6,
  );
  const concurrent = await interleaved(
    11,
    [
      without,
      { name: 'and two bare statements, committed by 64', work: () => bare.grouped(write) },
      withJournal,
    ].map(({ name, work }) => ({ name, measure: perSecond(1_000, 64, work) })),
  );
  const stall = await stalls(name, path, journaled);
  bare.close();
  flush.close();
  await journal.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
  const sequentialRow = { id: 'journal', work: 'One write, sequential', unit: 'µs' };
  const concurrentRow = { id: 'journal-64', work: 'Writes, 64 at once', unit: 'per s' };
  const work = 'Longest stall of the event loop, while another process holds the file';
  const stallRow = { id: 'journal-stall', work, unit: 'ms' };
  return [
    ratioRow({ ...sequentialRow, targets: { [name]: atMost(2) } }, sequential),
    ratioRow({ ...concurrentRow, targets: { [name]: atLeast(0.8) } }, concurrent),
    valueRow({ ...stallRow, targets: { [name]: atMost(20) } }, stall),
  ];
}
