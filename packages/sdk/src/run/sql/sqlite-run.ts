import { ConfigurationError } from '../../errors/caller-errors.ts';
import { NoSqliteError, type OpenTables, type TableSet } from '../../tables/sqlite.ts';
import { SqliteCommits } from '../../tables/sqlite-commits.ts';
import { FileReplacedError } from '../../tables/sqlite-file.ts';
import { databasePath } from '../../tables/sqlite-path.ts';
import { guard } from '../run-error.ts';
import type { RunState } from '../run-state.ts';
import { type Query, type Row, sqlSession } from './sql-session.ts';
import { type Dialect, numbered, schemaOf, statements } from './statements.ts';

/** Keeps runs in a file. */
export interface SqliteRun extends RunState, AsyncDisposable {
  /** Whether the file has items of a run; creates none. @throws RunError if it cannot be used */
  hasItems(run: string): Promise<boolean>;
  /** Closes the file. It is opened again when a run uses it. */
  close(): Promise<void>;
}

const dialect: Dialect = { now: ':now', place: 'place INTEGER PRIMARY KEY', skipLocked: '' };
const schema = schemaOf(dialect);
const tables: TableSet = { of: 'the state of runs', version: 1, schema, additions: schema };

/** Milliseconds of work in one turn of the event loop. */
const TURN = 5;

/** The error of a runtime without `node:sqlite` as the caller gets it. */
function publicError(error: unknown): unknown {
  if (!(error instanceof NoSqliteError)) return error;
  return new ConfigurationError(
    'state',
    'This runtime has no node:sqlite, which sqliteRun needs.',
    'Run on Node 22.13 or later, or keep the run in PostgreSQL with `postgresRun`.',
    error,
  );
}

/**
 * Keeps runs in an SQLite file, with `node:sqlite`, for all processes of one machine: several may work on
 * a run at the same time. The file is created at first use, readable only by its owner. It holds the
 * items until their outcome is final, and what their steps returned, without secrets.
 *
 * @param path of a file; what is in `:memory:` does not survive the process
 * @throws ConfigurationError for what is not the path of a file, or, at first use, on a runtime without
 *   `node:sqlite`
 *
 * @example
 * const run = createRun(payments, { id: 'october-payouts', state: sqliteRun('runs.db'), pay });
 */
export function sqliteRun(path: string): SqliteRun {
  const file = databasePath(path, 'the runs');
  const commits = new SqliteCommits(file, tables, { turn: TURN });
  const known = new Map<string, ReturnType<typeof numbered>>();
  const close = () => commits.close();
  return {
    open(identity, clock) {
      const query: Query = async (text, values, isDurable) => {
        const { text: sql, names } = known.get(text) ?? numbered(text, dialect, '?');
        known.set(text, { text: sql, names });
        const given: Readonly<Record<string, string | number | null>> = {
          ...values,
          now: Math.floor(clock()),
        };
        const list = names.map((name) => given[name] ?? null);
        try {
          return await commits.run(
            ({ statement }) => statement(sql).all(...list) as unknown as readonly Row[],
            isDurable ? 'power-loss' : 'process-end',
          );
        } catch (error) {
          // The next start opens the file that is there then.
          if (error instanceof FileReplacedError) await close();
          throw publicError(error);
        }
      };
      return sqlSession(query, identity);
    },
    hasItems: (run) =>
      guard(async () => {
        const { accessSync, constants, existsSync } = process.getBuiltinModule('node:fs');
        const { text: sql } = numbered(statements.has, dialect, '?');
        if (file === ':memory:' || existsSync(file)) {
          const find = ({ statement }: OpenTables) => statement(sql).get(run) !== undefined;
          return await commits.run(find, 'process-end');
        }
        accessSync(process.getBuiltinModule('node:path').dirname(file), constants.W_OK);
        return false;
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
