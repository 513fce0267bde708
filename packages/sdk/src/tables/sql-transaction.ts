import { ConfigurationError } from '../errors/caller-errors.ts';

/** A function that runs one statement of SQL in your transaction and returns its rows, or `{ rows }`. */
export type SqlFunction = (sql: string) => unknown;

/**
 * A transaction that your code opened: of node-postgres, TypeORM (`query`), Prisma
 * (`$queryRawUnsafe`), Drizzle (`execute`, for SQLite `all`), Knex or MikroORM (`raw`, `execute`),
 * postgres.js (`unsafe`), or a function that runs a statement in it.
 */
export type SqlTransaction =
  | { $queryRawUnsafe(sql: string): unknown }
  | { unsafe(sql: string): unknown }
  | { raw(sql: string): unknown }
  | { execute(sql: string): unknown }
  | { all(sql: string): unknown }
  | { query(sql: string, values: unknown[]): unknown }
  | SqlFunction;

/** A connection of `node:sqlite` or `better-sqlite3`, on which your code began a transaction. */
export interface SqliteConnection {
  prepare(sql: string): { all(): unknown };
  /** Set by `node:sqlite`. */
  readonly isTransaction?: boolean;
  /** Set by `better-sqlite3`. */
  readonly inTransaction?: boolean;
}

/** In this order: some clients have one more of them, for something else. */
const methods = ['$queryRawUnsafe', 'unsafe', 'raw', 'execute', 'all', 'query'] as const;

/** @throws ConfigurationError */
export function notInTransaction(): never {
  throw new ConfigurationError(
    'tx',
    '`tx` is not in a transaction, so that the event would be marked without its effect.',
    'Pass the object that your transaction works on, such as `tx` of `prisma.$transaction(async (tx) => …)`, not the client or pool itself.',
  );
}

/**
 * Runs a statement without parameters in a transaction. Returns what the client returns: rows, an
 * object with `rows`, or a promise of one.
 *
 * @throws ConfigurationError for something other than a transaction
 */
export function runStatement(tx: SqlTransaction | SqliteConnection, sql: string): unknown {
  const client = Object(tx) as Readonly<
    Record<string, ((sql: string, values?: unknown[]) => unknown) | undefined>
  >;
  const { isTransaction, inTransaction } = tx as Partial<SqliteConnection>;
  if ((isTransaction ?? inTransaction) === false) notInTransaction();
  const method = methods.find((name) => typeof client[name] === 'function');
  if (method === 'query') return client.query?.(sql, []);
  if (method !== undefined) return client[method]?.(sql);
  if (typeof client.prepare === 'function') return (tx as SqliteConnection).prepare(sql).all();
  if (typeof tx === 'function') return tx(sql);
  throw new ConfigurationError(
    'tx',
    '`tx` is not a transaction of a known client.',
    'Pass a transaction of Prisma, Drizzle, Knex, node-postgres or SQLite, or a function that runs a statement in it.',
  );
}

/** Whether a statement returned a row, whatever the client wraps rows in. */
export function hasRow(result: unknown): boolean {
  const { rows = result } = Object(result) as { readonly rows?: unknown };
  return Array.isArray(rows) && rows.length > 0;
}

/** Bytes in hexadecimal: a literal that needs no quotes, whatever the text holds. */
export function hexOf(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

const nullColumn = /(?:null value in column "|NOT NULL constraint failed: \w+\.)(\w+)/;

/** The column that a statement left without a value, by the error of any client. */
export function missingColumn(error: unknown): string | undefined {
  for (let cause: unknown = error; typeof cause === 'object' && cause !== null; ) {
    const { column, message } = cause as { readonly column?: unknown; readonly message?: unknown };
    if (typeof column === 'string') return column;
    const [, found] = nullColumn.exec(String(message)) ?? [];
    if (found !== undefined) return found;
    cause = (cause as { readonly cause?: unknown }).cause;
  }
  return undefined;
}
