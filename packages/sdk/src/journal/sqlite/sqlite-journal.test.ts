import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as sqlite from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import {
  claimAt,
  endAt,
  entryAt,
  journalSuite,
  OLD_SECRET,
  SECRET,
} from '../../../test/journal/journal-suite.ts';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import { openDatabase } from './open-database.ts';
import { sqliteJournal } from './sqlite-journal.ts';
import { SqliteStore } from './sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'journal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
function file(): string {
  count += 1;
  return join(folder, `writes-${count}.db`);
}

const open = (path: string, secret: string | string[] = SECRET) => sqliteJournal(path, { secret });

journalSuite('SQLite', async () => open(file()));

describe('the file of a journal', () => {
  test('shows nothing of a request but its template, key and digest', async () => {
    const path = file();
    const journal = open(path);
    const entries = [entryAt(1, { idempotencyKey: 'key-1' }), entryAt(2)];
    for (const entry of entries) await journal.append(entry);
    const files = readdirSync(folder).filter((name) => join(folder, name).startsWith(path));
    expect(files.length).toBeGreaterThan(1);
    const bytes = files.map((name) => readFileSync(join(folder, name), 'latin1')).join('');
    for (const clear of ['key-1', '/auth/credentials/{id}/verify']) expect(bytes).toContain(clear);
    for (const hidden of ['secret-id', 'secret-otp', 'secret=query']) {
      expect(bytes).not.toContain(hidden);
    }
    await journal.close();
    const database = new sqlite.DatabaseSync(path);
    const rows = database.prepare('SELECT digest, sealed FROM entries').all();
    database.close();
    expect(new Set(rows.map(({ digest }) => digest)).size).toBe(1);
    expect(new Set(rows.map(({ sealed }) => sealed)).size).toBe(2);
  });

  test('is readable only by its owner, as are its side files', async () => {
    const path = file();
    const journal = open(path);
    await journal.append(entryAt(1));
    for (const name of [path, `${path}-wal`, `${path}-shm`]) {
      expect(statSync(name).mode & 0o777, name).toBe(0o600);
    }
    await journal.close();
  });

  test('keeps its entries when it is closed and opened again', async () => {
    const path = file();
    const journal = open(path);
    const entry = entryAt(1);
    await journal.append(entry);
    await journal.close();
    await journal.update(entry.id, endAt(2, 'unknown'));
    await journal[Symbol.asyncDispose]();
    expect(await open(path).claim(claimAt(3))).toMatchObject([{ id: entry.id }]);
  });

  test('is shared by two journals', async () => {
    const path = file();
    const journals = [open(path), open(path)];
    const append = (index: number) => journals[index % 2]?.append(entryAt(index));
    await Promise.all(Array.from({ length: 40 }, (_, index) => append(index)));
    expect(await journals[0]?.claim(claimAt(60))).toHaveLength(40);
  });

  test('is opened again while another process prepares it', async () => {
    let locked = 3;
    class LockedDatabase extends sqlite.DatabaseSync {
      override exec(sql: string): void {
        if (sql.includes('journal_mode') && locked > 0) {
          locked -= 1;
          throw Object.assign(new Error('database is locked'), { errcode: 5 });
        }
        super.exec(sql);
      }
    }
    const load = async () => ({ ...sqlite, DatabaseSync: LockedDatabase });
    const database = await openDatabase(file(), load);
    expect(locked).toBe(0);
    expect(database.prepare('SELECT * FROM entries').all()).toEqual([]);
    database.close();
  });

  test('of a later version is refused and left unchanged', async () => {
    const path = file();
    const database = new sqlite.DatabaseSync(path);
    database.exec('PRAGMA user_version = 2');
    database.close();
    await expect(open(path).append(entryAt(1))).rejects.toMatchObject({
      code: 'CONFIGURATION',
      message: expect.stringContaining('holds a journal of version 2'),
    });
  });

  test('that is a folder fails the append', async () => {
    await expect(open(folder).append(entryAt(1))).rejects.toMatchObject({ code: 'EISDIR' });
  });

  test('in a missing folder fails, and works once the folder exists', async () => {
    const path = join(folder, 'later', 'writes.db');
    const journal = open(path);
    await expect(journal.append(entryAt(1))).rejects.toMatchObject({ code: 'ENOENT' });
    const { mkdirSync } = await import('node:fs');
    mkdirSync(join(folder, 'later'));
    await journal.append(entryAt(1));
    expect(await journal.claim(claimAt(2))).toHaveLength(1);
  });
});

test('an append is synchronised to the disk before it resolves; a settlement is not', async () => {
  const path = file();
  const journal = open(path);
  const modes: unknown[] = [];
  const { exec } = sqlite.DatabaseSync.prototype;
  sqlite.DatabaseSync.prototype.exec = function (sql: string) {
    exec.call(this, sql);
    if (sql === 'BEGIN IMMEDIATE') modes.push(this.prepare('PRAGMA synchronous').get());
    if (sql === 'BEGIN IMMEDIATE') modes.push(this.prepare('PRAGMA journal_mode').get());
  };
  const entry = entryAt(1);
  await journal.append(entry);
  await journal.update(entry.id, endAt(2));
  sqlite.DatabaseSync.prototype.exec = exec;
  const wal = { journal_mode: 'wal' };
  expect(modes).toEqual([{ synchronous: 2 }, wal, { synchronous: 1 }, wal]);
});

describe('the secret of a journal', () => {
  test('may be rotated: the new one seals, the old one still opens', async () => {
    const path = file();
    const entries = [entryAt(1), entryAt(2)] as const;
    await open(path, OLD_SECRET).append(entries[0]);
    await open(path, [SECRET, OLD_SECRET]).append(entries[1]);
    const both = await open(path, [SECRET, OLD_SECRET]).claim(
      claimAt(10, { until: claimAt(10).now }),
    );
    expect(both.map(({ request }) => request?.body)).toEqual([
      '{"otp":"secret-otp"}',
      '{"otp":"secret-otp"}',
    ]);
    const withNew = await open(path).claim(claimAt(11));
    expect(withNew.map(({ request }) => request === undefined)).toEqual([true, false]);
  });

  test('also authenticates the columns in clear: a modified record is not opened', async () => {
    const path = file();
    const journal = open(path);
    const entry = entryAt(1, { idempotencyKey: 'key-1' });
    await journal.append(entry);
    await journal.close();
    const database = new sqlite.DatabaseSync(path);
    database.exec("UPDATE entries SET idempotencyKey = 'key-2'");
    database.close();
    expect(await journal.claim(claimAt(2))).toMatchObject([
      { id: entry.id, idempotencyKey: 'key-2', request: undefined },
    ]);
  });

  test('is refused at construction when short, and at first use when missing', async () => {
    expect(() => open(file(), 'short')).toThrow(ConfigurationError);
    await expect(sqliteJournal(file()).append(entryAt(1))).rejects.toMatchObject({
      code: 'CONFIGURATION',
      option: 'secret',
      action: expect.stringContaining('PAYMENTS_JOURNAL_SECRET'),
    });
    process.env.PAYMENTS_JOURNAL_SECRET = SECRET;
    await sqliteJournal(file()).append(entryAt(1));
    delete process.env.PAYMENTS_JOURNAL_SECRET;
  });
});

test('a runtime without node:sqlite gets a ConfigurationError that names the alternatives', async () => {
  const load = () => Promise.reject(new Error('No such built-in module: node:sqlite'));
  const store = new SqliteStore(file(), load);
  await expect(store.prune('2026')).rejects.toMatchObject({
    name: 'ConfigurationError',
    option: 'journal',
    action: expect.stringContaining('Node 22.13'),
    cause: { message: 'No such built-in module: node:sqlite' },
  });
});
