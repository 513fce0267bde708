import type { SQLInputValue } from 'node:sqlite';
import type { EventPlace } from '@org/payments-contract';
import { systemClock, wait } from '@org/payments-contract/internal';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import {
  hasRow,
  hexOf,
  runStatement,
  type SqliteConnection,
  type SqlTransaction,
} from '../../tables/sql-transaction.ts';
import { NoSqliteError, type OpenTables, type TableSet } from '../../tables/sqlite.ts';
import { SqliteCommits, type Survives } from '../../tables/sqlite-commits.ts';
import { FileReplacedError } from '../../tables/sqlite-file.ts';
import { databasePath } from '../../tables/sqlite-path.ts';
import { markIn, PLACE_RETENTION, placeRow } from './mark.ts';
import type { ClaimResult, EventDelivery, WebhookStore } from './webhook-store.ts';

/** Remembers handled events in a file. */
export interface SqliteStore extends WebhookStore, AsyncDisposable {
  /**
   * Marks an event as handled in a transaction on a connection of your own to the same file, the
   * database of your application: effect and mark are committed together, or neither is. Returns a
   * promise only for a client that does. The delivery fails if the transaction is not committed when
   * its handler ends.
   *
   * @param event the event that the handler received, not a copy
   * @throws WebhookError `WEBHOOK_CLAIM_LOST` if another delivery has taken over the event, or the event
   *   is already done: roll back. `WEBHOOK_DELIVERY_ENDED` after the delivery. ConfigurationError for a
   *   copy of the event, or a connection without a transaction
   *
   * @example
   * ```ts
   * const markPaid = db.transaction((event) => {
   *   db.prepare('UPDATE payouts SET paid = 1 WHERE tx = ?').run(event.data.id);
   *   store.mark(event, db);
   * });
   * ```
   */
  mark(event: { readonly id: string }, tx: SqliteConnection): void;
  mark(event: { readonly id: string }, tx: SqlTransaction): Promise<void>;
  /**
   * Does the same as `latest` of a handler, in your transaction. A resource is remembered for 80 days.
   *
   * @param place what `await placeOf(event)` returned, before the transaction began
   * @param part names what you keep, if it is not all that you keep of the resource
   */
  latest(place: EventPlace | undefined, tx: SqliteConnection, part?: string): boolean;
  /** Deletes rows that are no longer needed; call it daily. Returns how many were deleted. */
  deleteExpired(): Promise<number>;
  /** Closes the file. It is opened again when the store is used again. */
  close(): Promise<void>;
}

const tables: TableSet = {
  of: 'a webhook store',
  schema: `CREATE TABLE IF NOT EXISTS webhook_events (
  id TEXT PRIMARY KEY, token TEXT NOT NULL, done INTEGER NOT NULL, expiresAt INTEGER NOT NULL,
  digest TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS webhook_events_expiring ON webhook_events (expiresAt);`,
};

/** Milliseconds of work in one turn of the event loop. */
const TURN = 5;

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

/** A literal of any text. */
function text(value: string): string {
  return `CAST(x'${hexOf(value)}' AS TEXT)`;
}

/** The statement fails because `token` is empty, unless the claim is there and not done. */
function markStatement(id: string, { token, digest, retention }: EventDelivery): string {
  return `INSERT INTO webhook_events (id, token, done, expiresAt, digest)
VALUES (${text(id)}, (SELECT token FROM webhook_events
    WHERE id = ${text(id)} AND token = ${text(token)} AND done = 0),
  1, ${Date.now() + Math.ceil(retention)}, ${text(digest)})
ON CONFLICT (id) DO UPDATE SET done = 1, expiresAt = excluded.expiresAt
RETURNING id`;
}

const IS_MARKED = 'SELECT id FROM webhook_events WHERE id = :id AND token = :token AND done = 1';

function advanceStatement(row: string, place: string, retention: number): string {
  const now = Date.now();
  return `INSERT INTO webhook_events (id, token, done, expiresAt, digest)
VALUES (${text(row)}, ${text(place)}, 1, ${now + Math.ceil(retention)}, '')
ON CONFLICT (id) DO UPDATE SET token = excluded.token, expiresAt = excluded.expiresAt
WHERE webhook_events.expiresAt <= ${now} OR webhook_events.token <= excluded.token
RETURNING id`;
}

const SLICE = 500;
/** Milliseconds between two slices, for other work of this process and of others. */
const PAUSE = 5;
const DELETE_EXPIRED = `DELETE FROM webhook_events WHERE id IN
  (SELECT id FROM webhook_events WHERE expiresAt <= :now ORDER BY expiresAt LIMIT ${SLICE})`;

/** The error of a runtime without `node:sqlite` as the caller gets it; any other one is unchanged. */
function publicError(error: unknown): unknown {
  if (!(error instanceof NoSqliteError)) return error;
  return new ConfigurationError(
    'store',
    'This runtime has no node:sqlite, which sqliteStore needs.',
    'Run on Node 22.13 or later, or use `redisStore` or `postgresStore`.',
  );
}

/**
 * Remembers handled events in an SQLite file, with `node:sqlite`, for all processes of one machine.
 * A relative path is resolved when the store is created; the file is created at first use, readable
 * only by its owner. A step is one short transaction; it waits for other processes without blocking
 * this one. What is marked as handled survives a power loss. A step rejects if the file was deleted,
 * replaced or emptied while open; the next one opens the file that is there then.
 *
 * @param path of a file; what is in `:memory:` does not survive the process
 * @throws ConfigurationError for what is not the path of a file. A runtime without `node:sqlite` rejects at
 *   first use
 *
 * @example
 * ```ts
 * const store = sqliteStore('webhooks.db');
 * const webhooks = createWebhookHandler({ publicKeys, store });
 * ```
 */
export function sqliteStore(path: string): SqliteStore {
  const commits = new SqliteCommits(databasePath(path, 'the store'), tables, { turn: TURN });
  const run = async <Value>(
    step: (open: OpenTables) => Value,
    survives: Survives = 'process-end',
  ): Promise<Value> => {
    try {
      return await commits.run(step, survives);
    } catch (error) {
      // The next step opens the file that is there then.
      if (error instanceof FileReplacedError) await commits.close();
      throw publicError(error);
    }
  };
  const change = (sql: string, values: Record<string, SQLInputValue>, survives?: Survives) =>
    run(({ statement }) => Number(statement(sql).run(values).changes), survives);
  const close = () => commits.close();
  function mark(event: { readonly id: string }, tx: SqliteConnection): void;
  function mark(event: { readonly id: string }, tx: SqlTransaction): Promise<void>;
  function mark(event: { readonly id: string }, tx: SqliteConnection | SqlTransaction) {
    const { id } = event;
    const isMarked = ({ token }: EventDelivery) =>
      run(({ statement }) => statement(IS_MARKED).get({ id, token }) !== undefined);
    return markIn(tx, event, (delivery) => markStatement(id, delivery), isMarked) as Promise<void>;
  }
  return {
    claim(id, token, lifetime, digest): Promise<ClaimResult> {
      const now = Date.now();
      const values = { id, token, now, expiresAt: now + Math.ceil(lifetime), digest };
      return run(({ statement }) => {
        if (statement(CLAIM).run(values).changes > 0) return 'claimed';
        const handled = statement(HANDLED).get({ id, now });
        if (handled === undefined) return 'busy';
        return handled.digest === digest ? 'done' : 'changed';
      });
    },
    async renew(id, token, lifetime) {
      const expiresAt = Date.now() + Math.ceil(lifetime);
      return (await change(RENEW, { id, token, expiresAt })) > 0;
    },
    async complete(id, token, retention, digest) {
      const now = Date.now();
      const values = { id, token, now, expiresAt: now + Math.ceil(retention), digest };
      // Only this step waits for the disk: a claim that a power loss undoes is made again.
      return (await change(COMPLETE, values, 'power-loss')) > 0;
    },
    async release(id, token) {
      await change(RELEASE, { id, token });
    },
    advance(resource, place, retention) {
      const sql = advanceStatement(placeRow(resource, undefined), place, retention);
      return run(({ database }) => database.prepare(sql).get() !== undefined);
    },
    mark,
    latest(place, tx, part) {
      if (place === undefined) return true;
      const row = placeRow(place.resource, part);
      return hasRow(runStatement(tx, advanceStatement(row, place.place, PLACE_RETENTION)));
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
