import { checkPool, type PostgresClient } from '../../tables/postgres.ts';
import { guard } from '../run-error.ts';
import type { RunState } from '../run-state.ts';
import { type Row, sqlSession } from './sql-session.ts';
import { type Dialect, numbered, schemaOf, statements } from './statements.ts';

/** Keeps runs in two tables of a PostgreSQL database. */
export interface PostgresRun extends RunState {
  /** The statements that create the tables, for your migrations. */
  readonly schema: string;
  /** Creates the tables if they do not exist. */
  createTables(): Promise<void>;
  /** Whether the tables have items of a run. @throws RunError if they cannot be read */
  hasItems(run: string): Promise<boolean>;
}

const dialect: Dialect = {
  now: '(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
  place: 'place BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  skipLocked: 'FOR UPDATE SKIP LOCKED',
};

/**
 * Keeps runs in PostgreSQL, for workers on any number of machines: the same program runs on each. An item
 * is claimed with `SKIP LOCKED` and a lease by the clock of the database. Create the tables once, and keep
 * the journal of the clients in the same database.
 *
 * @param pool a `Pool` of `pg`, or another client with its `query`
 * @throws ConfigurationError for something without `query`
 *
 * @example
 * const state = postgresRun(pool);
 * await state.createTables();
 * const run = createRun(payments, { id: 'october-payouts', state, pay });
 */
export function postgresRun(pool: PostgresClient): PostgresRun {
  checkPool(pool, 'pool');
  const schema = schemaOf(dialect);
  return {
    schema,
    async createTables() {
      for (const statement of schema.split(';\n')) await pool.query(statement, []);
    },
    hasItems: (run) =>
      guard(async () => {
        const { text } = numbered(statements.has, dialect, '$');
        return (await pool.query(text, [run])).rows.length > 0;
      }),
    open(identity) {
      return sqlSession(async (statement, values) => {
        const { text, names } = numbered(statement, dialect, '$');
        const { rows } = await pool.query(
          text,
          names.map((name) => values[name] ?? null),
        );
        return rows as readonly Row[];
      }, identity);
    },
  };
}
