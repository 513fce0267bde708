import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
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

/** The longest stall of the event loop while writes wait for the lock of another process. */
async function longestStall(path: string, write: () => Promise<unknown>): Promise<number> {
  const lock = await startServer('programs/lock-holder', path);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const writes = Array.from({ length: 64 }, write);
  await pause(LOCKED);
  delay.disable();
  await lock.close();
  await Promise.all(writes);
  return delay.max / 1_000_000;
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
  const works = {
    'SDK without a journal': () => plain.cards.create(card),
    [name]: () => journalled.cards.create(card),
  };
  const contenders = Object.entries(works);
  const sequential = await interleaved(
    15,
    contenders.map(([name, work]) => ({ name, measure: p50(150, work) })),
    6,
  );
  const concurrent = await interleaved(
    11,
    contenders.map(([name, work]) => ({ name, measure: perSecond(1_000, 64, work) })),
  );
  const stall = await longestStall(path, () => journalled.cards.create(card));
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
    valueRow({ ...stallRow, targets: { [name]: atMost(20) } }, new Map([[name, stall]])),
  ];
}
