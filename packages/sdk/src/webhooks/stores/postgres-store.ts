import type { KindsOf } from '@org/payments-contract/internal';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import { checkOptions } from '../../options/checks.ts';
import {
  checkPool,
  inTransaction,
  type PostgresClient,
  quotedTable,
  timeAfter,
} from '../../tables/postgres.ts';
import { CLOCK_TOLERANCE, DEFAULT_MAX_AGE } from '../verify/envelope.ts';
import { WebhookError } from '../webhook-error.ts';
import { type ClaimResult, claimOf, type WebhookStore } from './webhook-store.ts';

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions {
  /** Name of the table, with its schema if needed. Default `webhook_events`. */
  readonly table?: string;
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
   * do all of its work on `tx`. Needs a `Pool`.
   *
   * @param event the event that the handler received, not a copy: it carries the claim of its delivery
   * @returns what `effect` returned
   * @throws what `effect` throws, after a rollback; WebhookError `WEBHOOK_CLAIM_LOST`, after a
   *   rollback, if another delivery has taken over the event, or the event is already done;
   *   ConfigurationError for another object than the event, or a client without a pool
   *
   * @example
   * ```ts
   * webhooks.on('OUTGOING_PAYMENT.COMPLETED', (event) =>
   *   store.transaction(event, (tx) =>
   *     tx.query('UPDATE payouts SET paid = true WHERE transaction = $1', [event.data.id]),
   *   ),
   * );
   * ```
   */
  transaction<Result>(
    event: { readonly id: string },
    effect: (tx: PostgresClient) => Promise<Result>,
  ): Promise<Result>;
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
    // Unlike `complete`, never a row that is already done: the effect would be committed twice.
    completeOnce: `INSERT INTO ${table} AS held (id, token, done, expires_at, digest)
VALUES ($1, $2, true, ${timeAfter('$3')}, $4)
ON CONFLICT (id) DO UPDATE SET token = excluded.token, done = true,
  expires_at = excluded.expires_at, digest = excluded.digest
WHERE CASE WHEN held.token = excluded.token THEN NOT held.done
  ELSE held.expires_at <= clock_timestamp() END
RETURNING id`,
    release: `DELETE FROM ${table} WHERE id = $1 AND token = $2 AND NOT done`,
    deleteExpired: `DELETE FROM ${table} WHERE expires_at <= clock_timestamp() RETURNING id`,
  };
}

/**
 * How long a mark of a transaction is kept, in milliseconds, if the process ends before the handler
 * sets its own time: longer than the service repeats a delivery.
 */
const RETENTION = DEFAULT_MAX_AGE + CLOCK_TOLERANCE;

const NOT_THE_EVENT = '`event` is not the event of a delivery.';
const LOST =
  'The event was already marked as handled, or another delivery has taken it over. This transaction was rolled back.';

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
    async transaction(event, effect) {
      const claim = claimOf(event);
      if (claim === undefined) {
        const action = 'Pass the event that the handler received, not a copy of it.';
        throw new ConfigurationError('event', NOT_THE_EVENT, action);
      }
      return inTransaction(client, async (tx) => {
        const result = await effect(tx);
        // Last, because the mark locks the row against other deliveries until the commit.
        const values = [event.id, claim.token, RETENTION, claim.digest];
        const { rows } = await tx.query(sql.completeOnce, values);
        if (rows.length === 0) throw new WebhookError('WEBHOOK_CLAIM_LOST', { message: LOST });
        return result;
      });
    },
    async createTable() {
      await client.query(sql.schema, []);
    },
    async deleteExpired() {
      const { rows } = await client.query(sql.deleteExpired, []);
      return rows.length;
    },
  };
}
