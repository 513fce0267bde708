import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { FakeClock } from '../../../test/fake-clock.ts';
import { claimOf, EXPIRED, endAt, entryAt, SECRET } from '../../../test/journal/journal-suite.ts';
import { BASE_URL, json, scriptedClient } from '../../../test/scripted-service.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import type { JournalEntry } from '../../outcome/journal.ts';
import { sqliteJournal } from './sqlite-journal.ts';

const { file } = temporaryFolder();

describe('a file that is locked', () => {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill();
  });

  /** Starts a process with a database on the file, and waits for its first line. */
  async function otherProcess(path: string, program: string): Promise<ChildProcess> {
    const source = `const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(process.argv[1], { timeout: 60_000 });
    ${program}`;
    const args = ['--disable-warning=ExperimentalWarning', '-e', source, path];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(child);
    await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    return child;
  }

  /** A process that holds the lock of the file until its input ends. */
  const holdLock = (path: string) =>
    otherProcess(
      path,
      `database.exec('BEGIN IMMEDIATE');
     process.stdin.resume().on('end', () => { database.exec('ROLLBACK'); database.close(); });
     console.log('locked');`,
    );

  async function release(child: ChildProcess): Promise<void> {
    const ended = once(child, 'exit');
    child.stdin?.end();
    await ended;
  }

  /**
   * Far above what a busy machine adds to a turn of the event loop, and far below the time for which
   * the journal waits for a lock. `npm run bench -- journal` measures the delay itself.
   */
  const STALL = 5_000_000_000;

  test('a lock of another process stops neither the event loop nor the deadline of a call', async () => {
    const path = file();
    const journal = sqliteJournal(path, { secret: SECRET });
    await journal.append(entryAt(1));
    const lock = await holdLock(path);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const clock = new FakeClock();
    const append = vi.spyOn(journal, 'append');
    const { payments, received } = scriptedClient([], { journal, clock });
    const call = payments.transactions.reject(
      { transactionId: 'Transaction:1' },
      { deadline: 2_000 },
    );
    const refused = expect(call).rejects.toMatchObject({ name: 'JournalError' });
    await eventually(() => expect(append).toHaveBeenCalled());
    clock.advance(2_000);
    await refused;
    delay.disable();
    expect(delay.max).toBeLessThan(STALL);
    expect(received).toEqual([]);
    await release(lock);
    // The entry of the call was written when the lock was gone, and records that nothing was sent.
    const ended = (entries: readonly JournalEntry[]) => entries.map(({ end }) => end?.outcome);
    await eventually(async () => {
      const { claimable } = await journal.scopes({
        service: `platform ${BASE_URL}`,
        account: 'token',
      });
      const entries = await journal.claim(
        claimOf({ scopes: claimable, endedSince: '2026', lease: EXPIRED }),
      );
      expect(ended(entries)).toEqual(['not-applied']);
    });
    await journal.close();
  });

  /** Adds entries that have ended, as thousands of calls leave them. */
  function fill(path: string, rows: number): Promise<ChildProcess> {
    return otherProcess(
      path,
      `database.exec(\`
       INSERT INTO entries (id, scope, operation, method, template, startedAt, digest, sealed,
         outcome, endedAt)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
       SELECT printf('%08d', i), 'any', 'cards.create', 'POST', '/cards', '2026-01-01', 'd',
         hex(zeroblob(300)), 'applied', '2026-01-02T00:00:00.000Z' FROM n\`);
     database.close();
     console.log('filled');`,
    );
  }

  /** A process that writes one row after another until its input ends, and prints what failed. */
  const writeOn = (path: string) =>
    otherProcess(
      path,
      `database.exec('PRAGMA busy_timeout = 2000');
     const write = database.prepare(\`INSERT INTO entries (id, scope, operation, method, template,
       startedAt, digest, sealed) VALUES (?, 'any', 'cards.create', 'POST', '/cards', '2026', 'd', 's')\`);
     let written = 0;
     let failed = 0;
     const next = () => {
       try { write.run('other-' + written); } catch { failed += 1; }
       written += 1;
       timer = setTimeout(next, 5);
     };
     let timer = setTimeout(next);
     process.stdin.resume().on('end', () => {
       clearTimeout(timer);
       console.log(JSON.stringify({ written, failed }));
       database.close();
     });
     console.log('writing');`,
    );

  const ROWS = 20_000;

  test(`${ROWS} entries are pruned beside writes of this and of another process`, {
    timeout: 600_000,
  }, async () => {
    const path = file();
    const journal = sqliteJournal(path, { secret: SECRET });
    const kept = entryAt(1);
    await journal.append(kept);
    await fill(path, ROWS);
    const other = await writeOn(path);
    let output = '';
    other.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const pruning = journal.prune('2026-06-01');
    let isPruning = true;
    let appended = 0;
    void pruning.finally(() => {
      isPruning = false;
    });
    while (isPruning) {
      const entry = entryAt(appended);
      await journal.append(entry);
      await journal.update(entry.id, endAt(appended, 'unknown'));
      appended += 1;
    }
    expect(await pruning).toBe(ROWS);
    delay.disable();
    expect(delay.max).toBeLessThan(STALL);
    await release(other);
    const { written, failed } = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    expect(failed).toBe(0);
    expect(written).toBeGreaterThan(0);
    // Each slice lets one in at least, and has 5,000 rows at most; without slices or rests there are two.
    expect(appended).toBeGreaterThan(ROWS / 5_000);
    const expected = [{ startedAt: entryAt(0).startedAt }];
    expect(await journal.claim(claimOf({ limit: 1 }))).toMatchObject(expected);
    await journal.close();
  });
});

test('nothing is sent once the file was lost, until the journal is made again', async () => {
  const path = file();
  const journal = sqliteJournal(path, { secret: SECRET });
  await journal.append(entryAt(1));
  rmSync(path);
  const replies = [json(200, { id: 'Transaction:1', status: 'REJECTED' })];
  const { payments, received } = scriptedClient(replies, { journal });
  const write = () => payments.transactions.reject({ transactionId: 'Transaction:1' });
  const refused = { name: 'JournalError', code: 'JOURNAL_FAILED', retryable: false };
  await expect(write()).rejects.toMatchObject(refused);
  await expect(write()).rejects.toMatchObject(refused);
  await expect(payments.recover()).rejects.toMatchObject(refused);
  await expect(journal.prune('2030-01-01')).rejects.toMatchObject(refused);
  expect(received).toEqual([]);
  expect(existsSync(path)).toBe(false);
  await journal.close();
  const again = sqliteJournal(path, { secret: SECRET });
  const entry = entryAt(3);
  await again.append(entry);
  expect(await again.claim(claimOf())).toMatchObject([{ id: entry.id }]);
  await again.close();
});
