import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Clock, systemClock } from '@org/payments-contract/internal';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { FakeClock } from '../../test/fake-clock.ts';
import { SECRET } from '../../test/journal/journal-suite.ts';
import { scriptedClient } from '../../test/scripted-service.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { thrown } from '../../test/thrown.ts';
import type { PaymentsError } from '../errors/payments-error.ts';
import type { Journal } from '../outcome/journal.ts';
import { postgresJournal } from './postgres/postgres-store.ts';
import { sqliteJournal } from './sqlite/sqlite-journal.ts';
import { NOT_KNOWN, refusalOf } from './store-errors.ts';

const { folder } = temporaryFolder();

/** The error of a keyed payment whose journal refuses it, and proof that nothing was sent. */
async function refused(
  journal: Journal,
  options: object = {},
  clock: Clock = systemClock,
): Promise<PaymentsError> {
  const { payments, received } = scriptedClient([], { journal, retry: 0, clock });
  const call = payments.customers.createKycLink(
    { customerId: 'Customer:1' },
    { idempotencyKey: 'key-1', ...options },
  );
  const error = (await thrown(call)) as PaymentsError;
  expect(received).toEqual([]);
  return error;
}

const own = { option: 'journal', retryable: false, fault: 'caller' };
const configuration = { name: 'ConfigurationError', ...own };
const temporary = { name: 'JournalError', retryable: true, fault: 'caller' };

describe('a file that cannot be opened refuses a keyed payment for certain', () => {
  const path = (...names: string[]) => join(folder, ...names);
  writeFileSync(path('text.db'), 'This is not a database. '.repeat(100));
  writeFileSync(path('file'), '');
  // It fails with a code that a full write has too.
  symlinkSync('/dev/null', path('device.db'));
  for (const [name, version] of Object.entries({ 'other.db': 2, 'newer.db': 99 })) {
    const other = new DatabaseSync(path(name));
    other.exec(`CREATE TABLE entries (id TEXT); PRAGMA user_version = ${version};`);
    other.close();
  }

  test.each([
    ['missing/writes.db', 'is in a folder that does not exist', 'create the folder'],
    ['file/writes.db', 'cannot be opened as a file', 'Pass the path'],
    ['device.db', 'must not be used by this process, or cannot be opened', 'Let the user'],
    ['text.db', 'is not a database of SQLite', NOT_KNOWN],
    ['newer.db', 'holds a journal of version 99', NOT_KNOWN],
    ['other.db', 'has other tables than a journal', NOT_KNOWN],
  ])('%s', async (name, problem, action) => {
    const journal = sqliteJournal(path(name), { secret: SECRET });
    const error = await refused(journal);
    expect(error).toMatchObject(configuration);
    expect(error.message).toMatch(new RegExp(`he file ${path(name)} .*${problem}`));
    expect(error.action).toContain(action);
    expect(error.action).toMatch(/ This call has sent nothing\.$/);
    const { payments } = scriptedClient([], { journal });
    const recovered = await payments.recover().then(undefined, (thrown: Error) => thrown);
    expect(recovered).toMatchObject(configuration);
    expect(recovered).not.toHaveProperty('action', expect.stringContaining('sent nothing'));
    await journal.close();
  });

  test('unless it is a link to one that does not exist yet, which is made', async () => {
    symlinkSync('later.db', path('link.db'));
    const journal = sqliteJournal(path('link.db'), { secret: SECRET });
    await journal.prune(new Date(1));
    // A process must notice that the file of recent changes was replaced behind the link.
    writeFileSync(path('later.db-new'), '');
    renameSync(path('later.db-new'), path('later.db-wal'));
    expect(await refused(journal)).toMatchObject({ cause: { name: 'FileReplacedError' } });
    await journal.close();
  });

  test('one in a folder that is read-only', async () => {
    mkdirSync(path('sealed'));
    chmodSync(path('sealed'), 0o500);
    // Root may write into each folder, but creates no file in /proc.
    const sealed = process.getuid?.() === 0 ? '/proc' : path('sealed');
    const journal = sqliteJournal(join(sealed, 'writes.db'), { secret: SECRET });
    expect(await refused(journal)).toMatchObject(configuration);
    await journal.close();
  });
});

describe('an error of a store', () => {
  const place = { name: 'the table x', setup: 'Call `setup()`.' };
  const failure = (fields: object) => Object.assign(new Error('failed'), fields);

  test.each([
    ['a full disk', { errcode: 13 }],
    ['a disk that cannot be written', { errcode: 778 }, /refused it \(failed\)\.$/],
    ['no more files', { code: 'EMFILE' }],
    ['a lock', { errcode: 5 }],
    ['a full disk of the server', { code: '53100' }],
    ['too many clients', { code: '53300' }],
    ['a server that starts', { code: '57P03' }],
    ['a server that is down', { code: 'ECONNREFUSED', syscall: 'connect' }],
    ['a host without an address', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
    ['a standby', { code: '25006' }],
    ['a cancelled statement', { code: '57014' }, /refused the statement \(failed\)\.$/],
  ])('that shows %s is certain, and may pass', (_what, fields, said = /\.$/) => {
    const refusal = refusalOf(failure(fields), place);
    expect(refusal).toMatchObject({ ...temporary, message: expect.stringMatching(said) });
    // Who reads the message may have no access to the cause, such as a model.
    expect(refusal?.action).not.toContain('`cause`');
  });

  test.each([
    ['a missing table', { code: '42P01' }, 'Call `setup()`.'],
    ['a missing column', { code: '42703' }, 'Call `setup()`.'],
    ['a wrong password', { code: '28P01' }, '`password`'],
    ['a missing right', { code: '42501' }, 'Grant'],
    ['a read-only file', { errcode: 1032 }, 'Let the user'],
    ['a read-only disk', { code: 'EROFS' }, 'Let the user'],
  ])('that shows %s is certain, and stays', (_what, fields, action) => {
    const refused = { ...configuration, action: expect.stringContaining(action) };
    expect(refusalOf(failure(fields), place)).toMatchObject(refused);
  });

  test.each([
    { code: 'EPIPE', syscall: 'write' },
    { code: 'ECONNRESET', syscall: 'read' },
    { code: 'ETIMEDOUT', syscall: 'read' },
    { code: '57P01' },
    { code: '57P02' },
    { code: '08006' },
    { code: '40003' },
    { code: 'XX000' },
    { errcode: 1034 },
    {},
    undefined,
  ])('of %j leaves open whether the record is stored', (fields) => {
    expect(refusalOf(fields && failure(fields), place)).toBeUndefined();
  });

  test('shows no password of a URL', () => {
    const message = 'of postgres://app:p@ss/w0rd@db.internal/pay';
    const refusal = refusalOf(failure({ code: '28P01', message }), place);
    const text = JSON.stringify([refusal, String(refusal?.cause)]);
    expect(text).toContain('db.internal');
    expect(text).not.toMatch(/p@ss|w0rd|app:/);
  });
});

describe('a pool without a free connection', () => {
  /** A pool of one connection, which a transaction holds. */
  function busyPool() {
    const release = vi.fn();
    const query = vi.fn(async () => ({ rows: [], rowCount: 1 }));
    const free = Promise.withResolvers<object>();
    const connect = vi.fn(() => free.promise);
    const pool = { query, totalCount: 1, waitingCount: 1, connect };
    return { pool, query, release, free: () => free.resolve({ query, release }) };
  }

  test.each([
    ['at the limit of the call', 'JournalError'],
    ['when the call is aborted', 'AbortedError'],
  ])('is named %s, and nothing is recorded later', async (_when, name) => {
    const { pool, query, release, free } = busyPool();
    const [clock, page] = [new FakeClock(), new AbortController()];
    const options = { timeout: 50, signal: page.signal };
    const call = refused(postgresJournal(pool as never, { secret: SECRET }), options, clock);
    await eventually(() => expect(pool.connect).toHaveBeenCalled());
    if (name === 'JournalError') clock.advance(50);
    else page.abort();
    const error = await call;
    expect(error.name).toBe(name);
    if (name === 'JournalError') {
      expect(error.message).toContain('all 1 were in use');
      expect(error.action).toContain('a pool of its own');
    }
    free();
    await eventually(() => expect(release).toHaveBeenCalled());
    expect(query).not.toHaveBeenCalled();
  });

  test('is named when the pool itself ends the wait', async () => {
    const connect = () => Promise.reject(new Error('timeout exceeded when trying to connect'));
    const pool = { ...busyPool().pool, connect };
    const error = await refused(postgresJournal(pool as never, { secret: SECRET }));
    expect(error).toMatchObject(temporary);
    expect(error.message).toContain('no free connection: all 1 were in use');
  });

  test('is named after five seconds, unless others get connections meanwhile', async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { pool } = busyPool();
    const journal = postgresJournal(pool as never, { secret: SECRET });
    const reading = expect(journal.open({ after: undefined, limit: 1 })).rejects.toMatchObject({
      ...temporary,
      message: expect.stringContaining('5.0 s'),
    });
    await vi.advanceTimersByTimeAsync(5_000);
    await reading;
  });
});
