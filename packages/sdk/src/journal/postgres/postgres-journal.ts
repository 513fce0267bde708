import { checkFunctions } from '../../config/check-parts.ts';
import { checkOptionNames, type OptionNames } from '../../config/unknown-options.ts';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import type { Journal } from '../../outcome/journal.ts';
import { createJournal, type JournalOptions } from '../create-journal.ts';
import { type PostgresPool, PostgresStore } from './postgres-store.ts';
import { postgresTable } from './table.ts';

/** Options of a journal in Postgres. */
export interface PostgresJournalOptions extends JournalOptions {
  /** Table of the records, with its schema if it has one. Default `payments_journal`. */
  readonly table?: string | undefined;
}

/** A journal in Postgres. */
export interface PostgresJournal extends Journal {
  /** Creates the table and its indexes if they do not exist. */
  setup(): Promise<void>;
}

const names: OptionNames<PostgresJournalOptions> = { table: true, secret: true };

const tableName = /^[a-z_][a-z0-9_]{0,62}(?:\.[a-z_][a-z0-9_]{0,62})?$/;

/**
 * Creates a journal in a table of Postgres, over a pool of `pg`. A change is on the server's disk
 * before it is sent. Call `setup()` once, or run the statement of `postgresTable` in a migration.
 *
 * @example
 * const journal = postgresJournal(new Pool(), { secret });
 * await journal.setup();
 *
 * @throws ConfigurationError for something other than a pool, an unknown option, or a table name or
 *   secret that cannot work
 */
export function postgresJournal(
  pool: PostgresPool,
  options: PostgresJournalOptions = {},
): PostgresJournal {
  checkFunctions(pool, ['query'], { option: 'pool', expected: 'a `Pool` of `pg`' });
  checkOptionNames(options, names, { of: 'postgresJournal' });
  const { table = 'payments_journal', ...rest } = options;
  if (!tableName.test(table)) {
    const message = `The table name ${JSON.stringify(table)} is not a plain name.`;
    const action = 'Use lower-case letters, digits and underscores, and one dot after a schema.';
    throw new ConfigurationError('table', message, action);
  }
  return {
    ...createJournal(new PostgresStore(pool, table), rest),
    async setup() {
      await pool.query(postgresTable(table));
    },
  };
}
