import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as sqlite from 'node:sqlite';
import { describe, expect, test } from 'vitest';
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
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import type { JournalRecord, JournalRecordEnd } from '../store.ts';
import { sqliteJournal } from './sqlite-journal.ts';
import { FileStore } from './thread/file-store.ts';

const { folder, file } = temporaryFolder();

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

  test('keeps its entries when it is closed, and refuses to be used then', async () => {
    const path = file();
    const journal = open(path);
    const entry = entryAt(1);
    await journal.append(entry);
    await journal.close();
    const refused = { name: 'JournalError', message: 'The journal was closed.' };
    await expect(journal.update(entry.id, endAt(2, 'unknown'))).rejects.toMatchObject(refused);
    await journal[Symbol.asyncDispose]();
    expect(await open(path).claim(claimOf())).toMatchObject([{ id: entry.id }]);
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

test('a commit is on the disk before it resolves, except of an end', async () => {
  const commits: unknown[] = [];
  class WatchedDatabase extends sqlite.DatabaseSync {
    override exec(sql: string): void {
      super.exec(sql);
      if (sql !== 'BEGIN IMMEDIATE') return;
      const pragma = (name: string) => Object.values(this.prepare(`PRAGMA ${name}`).get() ?? {});
      commits.push([...pragma('journal_mode'), ...pragma('synchronous')]);
    }
  }
  const load = () => ({ ...sqlite, DatabaseSync: WatchedDatabase });
  const store = new FileStore(file(), { load });
  const record = recordAt(1);
  const end = { ...endAt(2), errorCode: null } as JournalRecordEnd;
  await store.append(record);
  await store.claim(claimOf());
  await store.update(record.id, { ...end, outcome: 'unknown' }, 'first');
  await store.update(record.id, { ...end, outcome: 'unknown' }, 'resend');
  await store.update(record.id, end);
  await store.prune('2030');
  await store.close();
  const [FULL, NORMAL] = [2, 1];
  const modes = [FULL, FULL, NORMAL, FULL, NORMAL, FULL];
  // The first one creates the tables.
  expect(commits.slice(1)).toEqual(modes.map((mode) => ['wal', mode]));
});

describe('the secret of a journal', () => {
  test('may be rotated: the new one seals, the old one still opens', async () => {
    const path = file();
    const entries = [entryAt(1), entryAt(2)] as const;
    await open(path, OLD_SECRET).append(entries[0]);
    await open(path, [SECRET, OLD_SECRET]).append(entries[1]);
    const both = await open(path, [SECRET, OLD_SECRET]).claim(claimOf({ lease: EXPIRED }));
    const expected = ['{"otp":"secret-otp"}', '{"otp":"secret-otp"}'];
    expect(both.map(({ request }) => request?.body)).toEqual(expected);
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
    const expected = [{ id: entry.id, idempotencyKey: 'key-2', request: undefined }];
    expect(await open(path).claim(claimOf())).toMatchObject(expected);
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
  const store = new FileStore(file(), { load: () => undefined });
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
