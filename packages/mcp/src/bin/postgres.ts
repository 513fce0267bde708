import { ArgumentError } from '@org/payments-contract/internal';
import { type Journal, postgresJournal, postgresTable } from '@org/payments-sdk/journal';
import type { Pool, QueryResult } from 'pg';

export const isDatabase = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place);

/** A place as it may be shown: without the password of a database, which may make it one that cannot be parsed. */
export const placeName = (place: string): string =>
  place
    .replace(/(?<=:\/\/[^:?]*):(?:[^?]*@|(?!\d+[/?]).*@)/s, '@')
    .replaceAll(/(?<=:\/\/.*[?&])[^=&]*password[^&]*&?/gi, '');

/** Connections to a PostgreSQL database, made at first use. @throws ArgumentError where `pg` is not installed */
export async function openPool(connectionString: string): Promise<Pool> {
  const { Pool } = await import('pg').catch((cause: unknown) => {
    throw new ArgumentError('a database needs the package pg: npm install pg', { cause });
  });
  // A database that does not reply would let a command wait for ever.
  const limits = { connectionTimeoutMillis: 10_000, query_timeout: 30_000 };
  const own = { application_name: 'payments', allowExitOnIdle: true };
  const pool = new Pool({ connectionString, ...own, ...limits });
  // Without a listener, a connection that the database ends would end the process: the next query says it.
  pool.on('error', () => undefined);
  return pool;
}

type Query = (text: string, values?: unknown[]) => Promise<QueryResult>;

/** Queries a database, whose error names it. */
export function queryOf(pool: Pick<Pool, 'query'>, name: string): Query {
  return async (text, values) => {
    try {
      return await pool.query(text, values);
    } catch (cause) {
      // That of several addresses has no message.
      const { message, code } = Object(cause) as Readonly<Record<string, string>>;
      throw new ArgumentError(`${name} cannot be used: ${message || code}`, { cause });
    }
  };
}

/** Creates tables unless the last of them exists. @throws ArgumentError for a database that cannot be used */
export async function createTables(query: Query, last: string, tables: readonly string[]) {
  const found = await query('SELECT to_regclass($1) AS name', [last]);
  if (found.rows[0].name !== null) return;
  // A query without values is one transaction; with the lock, one of several processes creates them.
  await query(`SELECT pg_advisory_xact_lock(7236419);\n${tables.join(';\n')}`);
}

/** The journal of a server in a database, with its table. @throws ArgumentError for one that cannot be used */
export async function databaseJournal(place: string, secret: string): Promise<Journal> {
  const pool = await openPool(place);
  const journal = postgresJournal(pool, { secret });
  await createTables(queryOf(pool, placeName(place)), 'payments_journal', [postgresTable()]);
  return journal;
}
