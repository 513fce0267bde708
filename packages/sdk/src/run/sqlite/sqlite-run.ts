import { ConfigurationError } from '../../errors/caller-errors.ts';
import { NoSqliteError } from '../../tables/sqlite.ts';
import { SqliteCommits } from '../../tables/sqlite-commits.ts';
import { FileReplacedError } from '../../tables/sqlite-file.ts';
import { databasePath } from '../../tables/sqlite-path.ts';
import type { RunState } from '../run-state.ts';
import { tables } from './schema.ts';
import { sqliteSession } from './sqlite-session.ts';

/** Keeps runs in a file. */
export interface SqliteRun extends RunState, AsyncDisposable {
  /** Closes the file. It is opened again when a run uses it. */
  close(): Promise<void>;
}

/** Milliseconds of work in one turn of the event loop. */
const TURN = 5;

/**
 * Keeps runs in an SQLite file, with `node:sqlite`, for all processes of one machine: several may work on
 * a run at the same time. The file is created at first use, readable only by its owner. It holds the
 * items until their outcome is final, and what their steps returned, without secrets.
 *
 * @throws ConfigurationError for a path that is not text, or, at first use, on a runtime without
 *   `node:sqlite`
 *
 * @example
 * const run = createRun(payments, { id: 'october-payouts', state: sqliteRun('runs.db'), pay });
 */
export function sqliteRun(path: string): SqliteRun {
  const commits = new SqliteCommits(databasePath(path, 'the runs'), tables, { turn: TURN });
  const close = () => commits.close();
  return {
    async open(identity, now) {
      try {
        return await sqliteSession(commits, identity, now);
      } catch (error) {
        // The next start opens the file that is there then.
        if (error instanceof FileReplacedError) await commits.close();
        if (!(error instanceof NoSqliteError)) throw error;
        throw new ConfigurationError(
          'state',
          'This runtime has no node:sqlite, which sqliteRun needs.',
          'Run on Node 22.13 or later, or keep the run in PostgreSQL with `postgresRun`.',
          error,
        );
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
