import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { systemClock, wait } from '@org/payments-contract/internal';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import { absolutePath, fileCheck, loadSqlite, openSqlite } from '../../tables/sqlite.ts';
import { StepQueue } from './step-queue.ts';
import type { ClaimResult, WebhookStore } from './webhook-store.ts';

/** Remembers handled events in a file. */
export interface SqliteStore extends WebhookStore, AsyncDisposable {
  /** Deletes rows that are no longer needed; call it daily. Returns how many were deleted. */
  deleteExpired(): Promise<number>;
  /** Closes the file. It is opened again when the store is used again. */
  close(): Promise<void>;
}

const SCHEMA = `CREATE TABLE IF NOT EXISTS webhook_events (
  id TEXT PRIMARY KEY, token TEXT NOT NULL, done INTEGER NOT NULL, expiresAt INTEGER NOT NULL,
  digest TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS webhook_events_expiring ON webhook_events (expiresAt);`;

const CLAIM = `INSERT INTO webhook_events (id, token, done, expiresAt, digest)
VALUES (:id, :token, 0, :expiresAt, :digest)
ON CONFLICT (id) DO UPDATE SET token = excluded.token, done = 0,
  expiresAt = excluded.expiresAt, digest = excluded.digest
WHERE webhook_events.expiresAt <= :now`;

const HANDLED =
  'SELECT digest FROM webhook_events WHERE id = :id AND done = 1 AND expiresAt > :now';

const RENEW = `UPDATE webhook_events SET expiresAt = :expiresAt
WHERE id = :id AND token = :token AND done = 0`;

const COMPLETE = `INSERT INTO webhook_events (id, token, done, expiresAt, digest)
VALUES (:id, :token, 1, :expiresAt, :digest)
ON CONFLICT (id) DO UPDATE SET token = excluded.token, done = 1,
  expiresAt = excluded.expiresAt, digest = excluded.digest
WHERE webhook_events.expiresAt <= :now OR webhook_events.token = excluded.token`;

const RELEASE = 'DELETE FROM webhook_events WHERE id = :id AND token = :token AND done = 0';

const SLICE = 500;
/** Milliseconds between two slices, for other work of this process and of others. */
const PAUSE = 5;
const DELETE_EXPIRED = `DELETE FROM webhook_events WHERE id IN
  (SELECT id FROM webhook_events WHERE expiresAt <= :now ORDER BY expiresAt LIMIT ${SLICE})`;

/** An open file, and the check that it is still the one at its path. */
interface OpenFile {
  readonly database: DatabaseSync;
  readonly check: () => void;
}

async function openDatabase(path: string, queue: StepQueue): Promise<OpenFile> {
  const sqlite = loadSqlite();
  if (sqlite === undefined) {
    throw new ConfigurationError(
      'store',
      'This runtime has no node:sqlite, which sqliteStore needs.',
      'Run on Node 22.13 or later, or use `redisStore` or `postgresStore`.',
    );
  }
  return queue.run(() => {
    const database = openSqlite(sqlite, path, (opened) => {
      opened.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = WAL;');
      opened.exec(`PRAGMA synchronous = NORMAL; ${SCHEMA}`);
    });
    return { database, check: fileCheck(path) };
  });
}

/**
 * Remembers handled events in an SQLite file, with `node:sqlite`, for all processes of one machine.
 * A relative path is resolved when the store is created; the file is created at first use, readable
 * only by its owner. A step is one short transaction; it waits for other processes without blocking
 * this one. What is marked as handled survives a power loss. A step rejects if the file was deleted,
 * replaced or emptied while open; the next one opens the file that is there then.
 *
 * @throws ConfigurationError for a path that is not text. A runtime without `node:sqlite` rejects at
 *   first use
 *
 * @example
 * ```ts
 * const store = sqliteStore('webhooks.db');
 * const webhooks = createWebhookHandler({ publicKeys, store });
 * ```
 */
export function sqliteStore(path: string): SqliteStore {
  if (typeof path !== 'string' || path === '') {
    const message = 'The path of the store must be text.';
    throw new ConfigurationError('path', message, 'Pass a path, such as "webhooks.db".');
  }
  const file = absolutePath(path);
  const queue = new StepQueue({ ...systemClock, now: () => performance.now() });
  let opened: Promise<OpenFile> | undefined;
  const openFile = (): Promise<OpenFile> => {
    opened ??= openDatabase(file, queue).catch((error: unknown) => {
      // The cause may be fixed later, such as a missing folder.
      opened = undefined;
      throw error;
    });
    return opened;
  };
  /** What a step did in a file that no other process finds again does not count. */
  const inFile = async <Value>(step: (database: DatabaseSync) => Value): Promise<Value> => {
    const opening = openFile();
    const { database, check } = await opening;
    const value = await queue.run(() => step(database));
    try {
      check();
    } catch (error) {
      if (opened === opening) opened = undefined;
      if (database.isOpen) database.close();
      throw error;
    }
    return value;
  };
  const change = (sql: string, values: Record<string, SQLInputValue>): Promise<number> =>
    inFile((database) => Number(database.prepare(sql).run(values).changes));
  const close = async () => {
    const closing = opened;
    opened = undefined;
    (await closing)?.database.close();
  };
  return {
    async claim(id, token, lifetime, digest): Promise<ClaimResult> {
      const now = Date.now();
      const values = { id, token, now, expiresAt: now + Math.ceil(lifetime), digest };
      if ((await change(CLAIM, values)) > 0) return 'claimed';
      const handled = await inFile((database) => database.prepare(HANDLED).get({ id, now }));
      if (handled === undefined) return 'busy';
      return handled.digest === digest ? 'done' : 'changed';
    },
    async renew(id, token, lifetime) {
      const expiresAt = Date.now() + Math.ceil(lifetime);
      return (await change(RENEW, { id, token, expiresAt })) > 0;
    },
    async complete(id, token, retention, digest) {
      const now = Date.now();
      const values = { id, token, now, expiresAt: now + Math.ceil(retention), digest };
      // Only this step waits for the disk: a claim that a power loss undoes is made again.
      return inFile((database) => {
        database.exec('PRAGMA synchronous = FULL');
        try {
          return database.prepare(COMPLETE).run(values).changes > 0;
        } finally {
          database.exec('PRAGMA synchronous = NORMAL');
        }
      });
    },
    async release(id, token) {
      await change(RELEASE, { id, token });
    },
    async deleteExpired() {
      const now = Date.now();
      for (let total = 0; ; ) {
        const deleted = await change(DELETE_EXPIRED, { now });
        total += deleted;
        if (deleted < SLICE) return total;
        await wait(systemClock, PAUSE, undefined);
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
