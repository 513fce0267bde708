import { checkFunctions } from '../../config/check-parts.ts';
import { checkOptionNames, type OptionNames } from '../../config/unknown-options.ts';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import type { ClaimResult, WebhookStore } from './webhook-store.ts';

/**
 * A client of PostgreSQL, as far as the store uses one: a `Pool` or `Client` of `pg`, or any other
 * with the same `query`.
 */
export interface PostgresClient {
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions {
  /** Name of the table, with its schema if needed. Default `webhook_events`. */
  readonly table?: string;
}

const names: OptionNames<PostgresStoreOptions> = { table: true };

/** Remembers handled events in a table. */
export interface PostgresStore extends WebhookStore {
  /** The statement that creates the table, for your migrations. */
  readonly schema: string;
  /** Creates the table if it does not exist. */
  createTable(): Promise<void>;
  /** Deletes rows that are no longer needed; call it daily. Returns how many were deleted. */
  deleteExpired(): Promise<number>;
}

const tableName = /^[A-Za-z_]\w{0,62}(?:\.[A-Za-z_]\w{0,62})?$/;

function quoted(table: string): string {
  if (!tableName.test(table)) {
    throw new ConfigurationError(
      'table',
      '`table` is not a valid table name.',
      'Pass letters, digits and underscores, with a schema and a dot in front if needed.',
    );
  }
  return table
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');
}

/** The time after the number of milliseconds in a parameter; the clock is the database's. */
function after(parameter: string): string {
  return `clock_timestamp() + ${parameter}::double precision * interval '1 millisecond'`;
}

function statements(table: string) {
  return {
    schema: `CREATE TABLE IF NOT EXISTS ${table} (
  id text PRIMARY KEY,
  token text NOT NULL,
  done boolean NOT NULL,
  expires_at timestamptz NOT NULL
)`,
    claim: `INSERT INTO ${table} AS held (id, token, done, expires_at)
VALUES ($1, $2, false, ${after('$3')})
ON CONFLICT (id) DO UPDATE
SET token = excluded.token, done = false, expires_at = excluded.expires_at
WHERE held.expires_at <= clock_timestamp()
RETURNING id`,
    isDone: `SELECT done FROM ${table} WHERE id = $1 AND done AND expires_at > clock_timestamp()`,
    renew: `UPDATE ${table} SET expires_at = ${after('$3')}
WHERE id = $1 AND token = $2 AND NOT done
RETURNING id`,
    complete: `INSERT INTO ${table} AS held (id, token, done, expires_at)
VALUES ($1, $2, true, ${after('$3')})
ON CONFLICT (id) DO UPDATE
SET token = excluded.token, done = true, expires_at = excluded.expires_at
WHERE held.expires_at <= clock_timestamp() OR (held.token = excluded.token AND NOT held.done)
RETURNING id`,
    release: `DELETE FROM ${table} WHERE id = $1 AND token = $2 AND NOT done`,
    deleteExpired: `DELETE FROM ${table} WHERE expires_at <= clock_timestamp() RETURNING id`,
  };
}

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
  checkFunctions(client, ['query'], { option: 'client', expected: 'a `Pool` of `pg`' });
  checkOptionNames(options, names, { of: 'postgresStore' });
  const sql = statements(quoted(options.table ?? 'webhook_events'));
  return {
    schema: sql.schema,
    async claim(id, token, lifetime): Promise<ClaimResult> {
      const claimed = await client.query(sql.claim, [id, token, lifetime]);
      if (claimed.rows.length > 0) return 'claimed';
      const done = await client.query(sql.isDone, [id]);
      return done.rows.length > 0 ? 'done' : 'busy';
    },
    async renew(id, token, lifetime) {
      const { rows } = await client.query(sql.renew, [id, token, lifetime]);
      return rows.length > 0;
    },
    async complete(id, token, retention) {
      const { rows } = await client.query(sql.complete, [id, token, retention]);
      return rows.length > 0;
    },
    async release(id, token) {
      await client.query(sql.release, [id, token]);
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
