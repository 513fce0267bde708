import { ConfigurationError } from '../errors/caller-errors.ts';
import { checkFunctions } from '../options/checks.ts';

/**
 * A client of PostgreSQL, as far as a store uses one: a `Pool` or `Client` of `pg`, or any other
 * with the same `query`.
 */
export interface PostgresClient {
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/** A connection of a pool, on which a transaction runs. */
export interface PostgresConnection extends PostgresClient {
  /** Returns it to the pool; with an error it is closed instead. */
  release(error?: Error): void;
  on?(event: 'error', listener: (error: Error) => void): unknown;
  off?(event: 'error', listener: (error: Error) => void): unknown;
}

/** @throws ConfigurationError for something without `query` */
export function checkPool(pool: unknown, option: string): void {
  checkFunctions(pool, ['query'], { option, expected: 'a `Pool` of `pg`' });
}

const plainName = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?$/;
/** Postgres cuts names after so many characters. */
const LONGEST_NAME = 63;

/**
 * The quoted name of a table, with its schema if it has one.
 *
 * @param ending the longest one of the names of its indexes, which begin with the schema and the table
 * @throws ConfigurationError for a name that cannot work
 */
export function quotedTable(table: string, ending = ''): string {
  const parts = table.split('.');
  const longest = ending === '' ? Math.max(...parts.map(({ length }) => length)) : table.length;
  const limit = LONGEST_NAME - ending.length;
  if (plainName.test(table) && longest <= limit) return parts.map((part) => `"${part}"`).join('.');
  throw new ConfigurationError(
    'table',
    `The table name ${JSON.stringify(table)} is not a plain name.`,
    `Pass letters, digits and underscores, with a schema and a dot in front if needed: at most ${limit} characters.`,
  );
}

/**
 * The time after the number of milliseconds in a parameter, as an expression. The clock is the
 * database's: those of the processes that share it may differ.
 */
export function timeAfter(parameter: string): string {
  return `clock_timestamp() + ${parameter}::double precision * interval '1 millisecond'`;
}

/** Listens to a connection until its transaction does. */
function ignore(): void {
  // The next query rejects.
}

/** What a pool calls with a connection; one of another library returns a promise of it instead. */
type Opened = (error: unknown, connection?: unknown) => void;

/**
 * Takes a connection of a pool, and listens to it in the same turn: an error may follow in the packet
 * that ended the query before, and would end the process.
 */
async function connect(client: PostgresClient): Promise<PostgresConnection> {
  const { connect: open } = client as { readonly connect?: (opened: Opened) => unknown };
  const connection = await new Promise<unknown>((resolve, reject) => {
    const opened: Opened = (error, one) => {
      (one as Partial<PostgresConnection> | undefined)?.on?.('error', ignore);
      if (error === undefined || error === null) resolve(one);
      else reject(error);
    };
    const returned = typeof open === 'function' ? open.call(client, opened) : Promise.resolve();
    if (returned instanceof Promise) returned.then((one) => opened(undefined, one), reject);
  });
  checkFunctions(connection, ['query', 'release'], {
    option: 'client',
    expected: 'a `Pool` of `pg`: `transaction` needs a connection of its own',
  });
  return connection as PostgresConnection;
}

/** A function that notes that a connection is in an unknown state, so that it is closed. */
type Discard = (cause: unknown) => void;

/** Does work on a connection of a pool, and returns the connection. */
export async function onConnection<Result>(
  connection: PostgresConnection,
  work: (discard: Discard) => Promise<Result>,
): Promise<Result> {
  let failure: Error | undefined;
  const discard: Discard = (cause) => {
    failure ??= cause instanceof Error ? cause : new Error('The connection failed.');
  };
  // A connection that is lost between two queries is an event, which ends the process if nobody
  // listens. The next query rejects.
  connection.on?.('error', discard);
  try {
    return await work(discard);
  } finally {
    connection.release(failure);
    connection.off?.('error', discard);
  }
}

/** Runs work between BEGIN and COMMIT; rolls back if it throws. */
export async function inTransaction<Result>(
  client: PostgresClient,
  work: (tx: PostgresClient) => Promise<Result>,
): Promise<Result> {
  const tx = await connect(client);
  return onConnection(tx, async (discard) => {
    tx.off?.('error', ignore);
    try {
      await tx.query('BEGIN', []);
      const result = await work(tx);
      await tx.query('COMMIT', []);
      return result;
    } catch (error) {
      await tx.query('ROLLBACK', []).catch(discard);
      throw error;
    }
  });
}
