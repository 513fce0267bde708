import { type KindsOf, systemClock, wait } from '@org/payments-contract/internal';
import { checkOptions } from '../../options/checks.ts';
import { finish } from '../../options/returned-work.ts';
import {
  checkPool,
  inTransaction,
  type PostgresClient,
  quotedTable,
  timeAfter,
} from '../../tables/postgres.ts';
import { hasRow, hexOf, runStatement, type SqlTransaction } from '../../tables/sql-transaction.ts';
import { type PlacedEvent, placeOf } from '../place.ts';
import { WebhookError } from '../webhook-error.ts';
import { markIn, PLACE_RETENTION, placeRow, runMark } from './mark.ts';
import {
  type ClaimResult,
  deliveryOf,
  type EventDelivery,
  type WebhookStore,
} from './webhook-store.ts';

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions {
  /** Name of the table, with its schema if needed. Default `webhook_events`. */
  readonly table?: string | undefined;
}

const names: KindsOf<PostgresStoreOptions> = { table: true };

/** Remembers handled events in a table. */
export interface PostgresStore extends WebhookStore {
  /** The statement that creates the table, for your migrations. */
  readonly schema: string;
  /** Creates the table if it does not exist. */
  createTable(): Promise<void>;
  /**
   * Runs the side effect of an event in a transaction that also marks the event as handled: both are
   * committed, or neither is, wherever the process ends. Call it in a handler of the event, once, and
   * do all of its work on `tx`. Needs a `Pool`. The delivery waits for it, also if the handler does not.
   *
   * @param event the event that the handler received, not a copy: it carries its delivery
   * @returns what `effect` returned
   * @throws what `effect` throws, after a rollback; WebhookError `WEBHOOK_CLAIM_LOST`, after a
   *   rollback, if another delivery has taken over the event, or the event is already done; at once
   *   `WEBHOOK_DELIVERY_ENDED` after the delivery, and ConfigurationError for another object than the
   *   event; ConfigurationError for a client without a pool
   *
   * @example
   * ```ts
   * webhooks.on('OUTGOING_PAYMENT.COMPLETED', (event) =>
   *   store.transaction(event, async (tx) => {
   *     if (!(await store.latest(event, tx))) return;
   *     await tx.query('UPDATE payouts SET paid = true WHERE transaction = $1', [event.data.id]);
   *   }),
   * );
   * ```
   */
  transaction<Result>(
    event: { readonly id: string },
    effect: (tx: PostgresClient) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Marks an event as handled in a transaction that you opened with Prisma, Drizzle, Knex, pg or
   * another client of the same database: effect and mark are committed together, or neither is. Call it
   * last in the transaction, and wait for the transaction in the handler: the delivery fails if it is
   * not committed when the handler ends.
   *
   * @param event the event that the handler received, not a copy
   * @throws WebhookError `WEBHOOK_CLAIM_LOST` if another delivery has taken over the event, or the event
   *   is already done: roll back. At once `WEBHOOK_DELIVERY_ENDED` after the delivery.
   *   ConfigurationError for a copy of the event, or a client that is not in a transaction
   *
   * @example
   * ```ts
   * webhooks.on('OUTGOING_PAYMENT.COMPLETED', (event) =>
   *   prisma.$transaction(async (tx) => {
   *     if (await store.latest(event, tx)) await setPaid(tx, event.data.id);
   *     await store.mark(event, tx);
   *   }),
   * );
   * ```
   */
  mark(event: { readonly id: string }, tx: SqlTransaction): Promise<void>;
  /**
   * Does the same as `latest` of a handler, in a transaction: until it ends, no other process passes for
   * the same resource. Any event is accepted, also a copy or one from a queue. A resource is remembered
   * for 80 days.
   *
   * @param tx a transaction of `transaction` or of your own; without it, a statement of its own
   * @param part names what you keep, if it is not all that you keep of the resource
   *
   * @example
   * ```ts
   * await store.transaction(event, async (tx) => {
   *   if (await store.latest(event, tx)) await tx.query('UPDATE …', []);
   * });
   * ```
   */
  latest(event: PlacedEvent, tx?: SqlTransaction, part?: string): Promise<boolean>;
  /** Deletes rows that are no longer needed; call it daily. Returns how many were deleted. */
  deleteExpired(): Promise<number>;
}

function statements(table: string) {
  return {
    schema: `CREATE TABLE IF NOT EXISTS ${table} (
  id text PRIMARY KEY,
  token text NOT NULL,
  done boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  digest text NOT NULL
)`,
    claim: `INSERT INTO ${table} AS held (id, token, done, expires_at, digest)
VALUES ($1, $2, false, ${timeAfter('$3')}, $4)
ON CONFLICT (id) DO UPDATE SET token = excluded.token, done = false,
  expires_at = excluded.expires_at, digest = excluded.digest
WHERE held.expires_at <= clock_timestamp()
RETURNING id`,
    handled: `SELECT digest FROM ${table} WHERE id = $1 AND done AND expires_at > clock_timestamp()`,
    renew: `UPDATE ${table} SET expires_at = ${timeAfter('$3')}
WHERE id = $1 AND token = $2 AND NOT done
RETURNING id`,
    complete: `INSERT INTO ${table} AS held (id, token, done, expires_at, digest)
VALUES ($1, $2, true, ${timeAfter('$3')}, $4)
ON CONFLICT (id) DO UPDATE SET token = excluded.token, done = true,
  expires_at = excluded.expires_at, digest = excluded.digest
WHERE held.expires_at <= clock_timestamp() OR held.token = excluded.token
RETURNING id`,
    /**
     * Marks an event in the caller's transaction, without parameters, because every client runs such a
     * statement. It fails, and the transaction with it, because `token` is empty, unless the claim is
     * there and not done; and because `digest` is, outside of a transaction, whose first statement was
     * an earlier one.
     */
    mark: (id: string, { token, digest, retention }: EventDelivery) =>
      `INSERT INTO ${table} (id, token, done, expires_at, digest)
VALUES (${text(id)},
  (SELECT token FROM ${table} WHERE id = ${text(id)} AND token = ${text(token)} AND NOT done FOR UPDATE),
  true, ${timeAfter(String(retention))},
  CASE WHEN transaction_timestamp() < statement_timestamp() THEN ${text(digest)} END)
ON CONFLICT (id) DO UPDATE SET done = true, expires_at = excluded.expires_at
RETURNING id`,
    isMarked: `SELECT id FROM ${table} WHERE id = $1 AND token = $2 AND done`,
    advance: (row: string, place: string, retention: number) =>
      `INSERT INTO ${table} AS held (id, token, done, expires_at, digest)
VALUES (${text(row)}, ${text(place)}, true, ${timeAfter(String(retention))}, '')
ON CONFLICT (id) DO UPDATE SET token = excluded.token, expires_at = excluded.expires_at
WHERE held.expires_at <= clock_timestamp() OR held.token COLLATE "C" <= excluded.token COLLATE "C"
RETURNING id`,
    release: `DELETE FROM ${table} WHERE id = $1 AND token = $2 AND NOT done`,
    deleteExpired: `DELETE FROM ${table} WHERE expires_at <= clock_timestamp() RETURNING id`,
  };
}

/** A literal of any text. */
function text(value: string): string {
  return `convert_from(decode('${hexOf(value)}', 'hex'), 'UTF8')`;
}

/**
 * The connection of a transaction as its effect gets it: transaction and delivery wait for each query,
 * and none runs after the transaction.
 */
function watched(tx: PostgresClient, { run }: EventDelivery) {
  let isOpen = true;
  const pending = new Set<Promise<unknown>>();
  const send = async (values: Parameters<PostgresClient['query']>) => {
    if (!isOpen) throw new WebhookError('WEBHOOK_DELIVERY_ENDED', { message: TX_ENDED });
    const result = tx.query(...values);
    pending.add(result);
    return result.finally(() => pending.delete(result));
  };
  const query: PostgresClient['query'] = (...values) => run(() => send(values));
  return {
    tx: Object.create(tx, { query: { value: query } }) as PostgresClient,
    /** Waits for what the effect did not wait for, such as queries in a callback of `forEach`. */
    async settle() {
      while (pending.size > 0) {
        await Promise.allSettled(pending);
        // What followed on them has begun its next query then.
        await wait(systemClock, 0, undefined);
      }
    },
    end() {
      isOpen = false;
    },
  };
}

const TX_ENDED = 'A query that began after its transaction was not run.';

/**
 * Remembers handled events in PostgreSQL, for all processes that share it. Every step is one
 * statement, so that of any number of concurrent deliveries one is handled.
 *
 * @param client your pool or client, not inside a transaction; the store neither opens nor closes it
 * @throws ConfigurationError for a client without `query`, or a `table` that is not a name
 *
 * @example
 * ```ts
 * const store = postgresStore(new Pool());
 * await store.createTable();
 * const webhooks = createWebhookHandler({ publicKeys, store });
 * ```
 */
export function postgresStore(
  client: PostgresClient,
  options: PostgresStoreOptions = {},
): PostgresStore {
  checkPool(client, 'client');
  checkOptions(options, names, { of: 'postgresStore' });
  const sql = statements(quotedTable(options.table ?? 'webhook_events'));
  const latest = async (event: PlacedEvent, tx: SqlTransaction, part?: string) => {
    const found = await placeOf(event);
    if (found === undefined) return true;
    const row = placeRow(found.resource, part);
    return hasRow(await runStatement(tx, sql.advance(row, found.place, PLACE_RETENTION)));
  };
  return {
    schema: sql.schema,
    async claim(id, token, lifetime, digest): Promise<ClaimResult> {
      const claimed = await client.query(sql.claim, [id, token, lifetime, digest]);
      if (claimed.rows.length > 0) return 'claimed';
      const { rows } = await client.query(sql.handled, [id]);
      const [handled] = rows as readonly { readonly digest: string }[];
      if (handled === undefined) return 'busy';
      // Rows of version 0.1 have no digest.
      return handled.digest === digest || handled.digest === '' ? 'done' : 'changed';
    },
    async renew(id, token, lifetime) {
      const { rows } = await client.query(sql.renew, [id, token, lifetime]);
      return rows.length > 0;
    },
    async complete(id, token, retention, digest) {
      const { rows } = await client.query(sql.complete, [id, token, retention, digest]);
      return rows.length > 0;
    },
    async release(id, token) {
      await client.query(sql.release, [id, token]);
    },
    async advance(resource, place, retention) {
      const row = placeRow(resource, undefined);
      return hasRow(await client.query(sql.advance(row, place, retention), []));
    },
    transaction(event, effect) {
      const delivery = deliveryOf(event);
      const work = async (tx: PostgresClient) => {
        const open = watched(tx, delivery);
        try {
          const result = await finish('The effect of the transaction', effect(open.tx));
          await open.settle();
          // Last, because the mark locks the row against other deliveries until the commit.
          await runMark(tx, sql.mark(event.id, delivery));
          return result;
        } finally {
          open.end();
        }
      };
      return delivery.mark(() => inTransaction(client, work));
    },
    mark(event, tx) {
      const isMarked = async ({ token }: EventDelivery) =>
        hasRow(await client.query(sql.isMarked, [event.id, token]));
      return markIn(
        tx,
        event,
        (delivery) => sql.mark(event.id, delivery),
        isMarked,
      ) as Promise<void>;
    },
    latest: (event, tx, part) => latest(event, tx ?? ((text) => client.query(text, [])), part),
    async createTable() {
      await client.query(sql.schema, []);
    },
    async deleteExpired() {
      const { rows } = await client.query(sql.deleteExpired, []);
      return rows.length;
    },
  };
}
