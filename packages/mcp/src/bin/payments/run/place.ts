import { existsSync } from 'node:fs';
import { ArgumentError } from '@org/payments-contract/internal';
import { postgresTable } from '@org/payments-sdk/journal';
import { postgresRun, type RunState, sqliteRun } from '@org/payments-sdk/run';
import { refuseEmptied } from '../../emptied.ts';
import { createTables, isDatabase, openPool, placeName, queryOf } from '../../postgres.ts';
import { unusable } from '../input-file.ts';
import type { Terminal } from '../terminal.ts';
import type { Platform } from './check/payees.ts';
import type { RunLine } from './options.ts';
import { isUnchanged, type PlanStore, planFiles } from './plans.ts';

/** Where runs keep how far they are, and what was approved: a file, or a database for many machines. */
export interface RunPlace {
  /** For a person, without a password. */
  readonly name: string;
  readonly state: RunState;
  readonly plans: PlanStore;
  /** Whether the state has rows of a run. @throws ArgumentError or RunError for one that cannot be used */
  hasRows(run: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface RunWork {
  readonly line: RunLine;
  readonly client: Platform;
  /** Which service that is, and where its settings are from. */
  readonly service: string;
  readonly terminal: Terminal;
  readonly place: RunPlace;
  /** That of the journal, with which what was approved is sealed. */
  readonly secret: string;
  readonly signal: AbortSignal;
}

const table =
  'CREATE TABLE IF NOT EXISTS payment_run_plans (run TEXT PRIMARY KEY, plan TEXT NOT NULL, seal TEXT NOT NULL)';

const ELSEWHERE = 'name one in a folder that can be written, with --state <absolute path>';

/** The error of a state that cannot be used: another place helps where this one cannot be written. */
function unusableState(place: string, cause: unknown): Error {
  const { code, errcode } = Object(cause) as { readonly code?: string; readonly errcode?: number };
  const { message } = unusable(`--state ${place} cannot be used`, cause);
  // Of SQLite: a database that is read only, and one that cannot be opened.
  const isPlace = /^(?:EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EISDIR)$/.test(code ?? '');
  const isClosed = isPlace || errcode === 8 || errcode === 14;
  return new ArgumentError(isClosed ? `${message}; ${ELSEWHERE}` : message, { cause });
}

/**
 * Opens the place that a command line names.
 *
 * @param isCheck nothing is written: a file that is not there has no rows, whoever may make one
 * @throws ArgumentError for a database that cannot be used
 */
export async function openPlace(place: string, isCheck = false): Promise<RunPlace> {
  const name = placeName(place);
  if (!isDatabase(place)) {
    await refuseEmptied(place, '--state');
    const state = sqliteRun(place);
    const hasRows = async (run: string) => {
      if (isCheck && !existsSync(place)) return false;
      return state.hasItems(run).catch(({ cause }: Error) => {
        throw unusableState(place, cause);
      });
    };
    return { name, state, plans: planFiles(place), hasRows, close: () => state.close() };
  }
  const pool = await openPool(place);
  const state = postgresRun(pool);
  const query = queryOf(pool, name);
  await createTables(query, 'payment_run_plans', [state.schema, postgresTable(), table]);
  const plans: PlanStore = {
    async all() {
      const { rows } = await query('SELECT run, plan, seal FROM payment_run_plans');
      return rows.map(({ run, plan, seal }) => {
        return { plan: JSON.parse(plan), seal, place: `the plan of the run "${run}"` };
      });
    },
    async version(run) {
      const { rows } = await query('SELECT seal FROM payment_run_plans WHERE run = $1', [run]);
      return rows[0]?.seal;
    },
    async replace({ plan, seal }, seen) {
      const connection = await pool.connect();
      const ask = queryOf(connection, name);
      try {
        await ask('BEGIN');
        await ask('LOCK TABLE payment_run_plans IN EXCLUSIVE MODE');
        const { rows } = await ask('SELECT seal FROM payment_run_plans');
        const seals = rows.map((row) => row.seal);
        if (!isUnchanged(seals, seen)) return false;
        await ask(
          `INSERT INTO payment_run_plans (run, plan, seal) VALUES ($1, $2, $3)
           ON CONFLICT (run) DO UPDATE SET plan = EXCLUDED.plan, seal = EXCLUDED.seal`,
          [plan.run, JSON.stringify(plan), seal],
        );
        await ask('COMMIT');
        return true;
      } finally {
        // Closed, so that what was not committed is undone.
        connection.release(true);
      }
    },
  };
  return { name, state, plans, hasRows: state.hasItems, close: () => pool.end() };
}
