import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as sqlite from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import {
  claimOf,
  EXPIRED,
  endAt,
  entryAt,
  journalSuite,
  OLD_SECRET,
  SECRET,
  skewSuite,
} from '../../../test/journal/journal-suite.ts';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import type { JournalRecord, JournalRecordEnd } from '../store.ts';
import { sqliteJournal } from './sqlite-journal.ts';
import { FileStore } from './thread/file-store.ts';
import { openDatabase } from './thread/open-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'journal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
function file(): string {
  count += 1;
  return join(folder, `writes-${count}.db`);
}

const open = (path: string, secret: string | string[] = SECRET) => sqliteJournal(path, { secret });

journalSuite('SQLite', async () => open(file()));
skewSuite('SQLite', async () => open(file()));

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
    expect(await open(path).claim(claimOf())).toMatchObject([{ id: entry.id }]);
  });

  test('is shared by two journals', async () => {
    const path = file();
    const journals = [open(path), open(path)];
    const append = (index: number) => journals[index % 2]?.append(entryAt(index));
    await Promise.all(Array.from({ length: 40 }, (_, index) => append(index)));
    expect(await journals[0]?.claim(claimOf())).toHaveLength(40);
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
    const database = openDatabase(file(), () => ({ ...sqlite, DatabaseSync: LockedDatabase }));
    expect(locked).toBe(0);
    expect(database.prepare('SELECT * FROM entries').all()).toEqual([]);
    database.close();
  });

  test.each([1, 3])('of version %i is refused and left unchanged', async (version) => {
    const path = file();
    const database = new sqlite.DatabaseSync(path);
    database.exec(`PRAGMA user_version = ${version}`);
    database.close();
    await expect(open(path).append(entryAt(1))).rejects.toMatchObject({
      code: 'CONFIGURATION',
      message: expect.stringContaining(`holds a journal of version ${version}`),
    });
  });

  test('that is a folder fails the append', async () => {
    await expect(open(folder).append(entryAt(1))).rejects.toThrow('unable to open database file');
  });

  test('in a missing folder fails, and works once the folder exists', async () => {
    const path = join(folder, 'later', 'writes.db');
    const journal = open(path);
    await expect(journal.append(entryAt(1))).rejects.toMatchObject({ code: 'ENOENT' });
    const { mkdirSync } = await import('node:fs');
    mkdirSync(join(folder, 'later'));
    await journal.append(entryAt(1));
    expect(await journal.claim(claimOf())).toHaveLength(1);
  });
});

/** The columns of a record that a store is given. */
function recordAt(seconds: number): JournalRecord {
  const { requestId = null, idempotencyKey = null, ...entry } = entryAt(seconds);
  const { id, scope, operation, method, template, startedAt } = entry;
  const identity = { id, scope, operation, method, template, startedAt };
  const end = { outcome: null, endedAt: null, status: null, resourceId: null, errorCode: null };
  return { ...identity, requestId, idempotencyKey, digest: 'digest', sealed: 'sealed', ...end };
}

/** A store over another form of the database, on a file that has its tables. */
function storeWith(DatabaseSync: typeof sqlite.DatabaseSync): FileStore {
  const path = file();
  openDatabase(path).close();
  return new FileStore(path, () => ({ ...sqlite, DatabaseSync }));
}

/** The commits of a store, with what each was set to. */
async function commitsOf(work: (store: FileStore) => Promise<unknown>) {
  const commits: unknown[] = [];
  class WatchedDatabase extends sqlite.DatabaseSync {
    override exec(sql: string): void {
      super.exec(sql);
      if (sql !== 'BEGIN IMMEDIATE') return;
      const pragma = (name: string) => Object.values(this.prepare(`PRAGMA ${name}`).get() ?? {});
      commits.push([...pragma('journal_mode'), ...pragma('synchronous')]);
    }
  }
  const store = storeWith(WatchedDatabase);
  await work(store);
  await store.close();
  return commits;
}

const end = { ...endAt(2), errorCode: null } as JournalRecordEnd;
const FULL = 2;
const NORMAL = 1;

describe('the commits of a journal', () => {
  test('that record a change are synchronised to the disk before they resolve', async () => {
    expect(await commitsOf((store) => store.append(recordAt(1)))).toEqual([['wal', FULL]]);
  });

  test('are shared by changes that begin together', async () => {
    const records = Array.from({ length: 40 }, (_, index) => recordAt(index));
    const commits = await commitsOf((store) =>
      Promise.all(records.map((one) => store.append(one))),
    );
    expect(commits).toEqual([['wal', FULL]]);
  });

  test('that only record an end do not wait for the disk, and may join a change', async () => {
    const [one, other] = [recordAt(1), recordAt(2)] as const;
    const commits = await commitsOf(async (store) => {
      await store.append(one);
      await store.update(one.id, end);
      await Promise.all([store.update(one.id, end), store.append(other)]);
    });
    expect(commits).toEqual([
      ['wal', FULL],
      ['wal', NORMAL],
      ['wal', FULL],
    ]);
  });

  test('that another process prevents reject all changes of the group, each once', async () => {
    let attempts = 0;
    class LockedDatabase extends sqlite.DatabaseSync {
      override exec(sql: string): void {
        if (sql === 'BEGIN IMMEDIATE') {
          attempts += 1;
          throw Object.assign(new Error('database is locked'), { errcode: 5 });
        }
        super.exec(sql);
      }
    }
    const store = storeWith(LockedDatabase);
    const appends = [1, 2, 3].map((seconds) => store.append(recordAt(seconds)));
    const results = await Promise.allSettled(appends);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(attempts).toBe(1);
  });
});

describe('the secret of a journal', () => {
  test('may be rotated: the new one seals, the old one still opens', async () => {
    const path = file();
    const entries = [entryAt(1), entryAt(2)] as const;
    await open(path, OLD_SECRET).append(entries[0]);
    await open(path, [SECRET, OLD_SECRET]).append(entries[1]);
    const both = await open(path, [SECRET, OLD_SECRET]).claim(claimOf({ lease: EXPIRED }));
    expect(both.map(({ request }) => request?.body)).toEqual([
      '{"otp":"secret-otp"}',
      '{"otp":"secret-otp"}',
    ]);
    const withNew = await open(path).claim(claimOf());
    expect(withNew.map(({ request }) => request === undefined)).toEqual([true, false]);
  });

  test('keeps a key for its request when it is replaced', async () => {
    const path = file();
    const request = { path: '/a', search: '', headers: {}, body: '{}', isUpload: false };
    const entry = entryAt(1, { idempotencyKey: 'key-1', request });
    await open(path, OLD_SECRET).append(entry);
    const both = open(path, [SECRET, OLD_SECRET]);
    const other = { ...request, body: '{"amount":2}' };
    expect(await both.append({ ...entry, id: 'other', request: other })).toBe(false);
    expect(await both.append({ ...entry, id: 'same' })).toBe(true);
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
    expect(await journal.claim(claimOf())).toMatchObject([
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
    const late = sqliteJournal(file(), { secret: () => 'short' });
    await expect(late.append(entryAt(1))).rejects.toMatchObject({ option: 'secret' });
    await sqliteJournal(file(), { secret: () => SECRET }).append(entryAt(1));
    process.env.PAYMENTS_JOURNAL_SECRET = SECRET;
    await sqliteJournal(file()).append(entryAt(1));
    delete process.env.PAYMENTS_JOURNAL_SECRET;
  });
});

test('in a runtime without node:sqlite the error names the alternatives', async () => {
  const store = new FileStore(file(), () => undefined);
  await expect(store.prune('2026')).rejects.toMatchObject({ name: 'NoSqliteError' });
  const { getBuiltinModule } = process;
  process.getBuiltinModule = (() => undefined) as never;
  const journal = open(file());
  const failed = expect(journal.append(entryAt(1))).rejects.toMatchObject({
    name: 'ConfigurationError',
    option: 'journal',
    action: expect.stringContaining('Node 22.13'),
  });
  await failed.finally(() => {
    process.getBuiltinModule = getBuiltinModule;
  });
});
