import type { KindsOf } from '@org/payments-contract/internal';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import { checkOptions } from '../../options/checks.ts';
import type { Journal } from '../../outcome/journal.ts';
import { absolutePath } from '../../tables/sqlite.ts';
import { createJournal, type JournalOptions } from '../create-journal.ts';
import { SqliteStore } from './sqlite-store.ts';

/** A journal in a file. */
export interface SqliteJournal extends Journal, AsyncDisposable {
  /** Closes the file. It is opened again when the journal is used again. */
  close(): Promise<void>;
}

/** Options of a journal in a file. */
export interface SqliteJournalOptions extends JournalOptions {
  /**
   * The script of the thread that keeps the file, for bundles: `@org/payments-sdk/journal/thread`,
   * bundled as a script of its own. Default: the one in the package.
   */
  readonly thread?: URL | undefined;
}

const names: KindsOf<SqliteJournalOptions> = { thread: true, secret: true };

/**
 * Creates a journal in an SQLite file, with `node:sqlite`, in a thread of its own that does not
 * keep the process alive. The file is created at first use, readable only by its owner. A change is
 * on the disk before it is sent; several processes of one machine may share the file.
 *
 * @example
 * const payments = createPaymentsClient({ journal: sqliteJournal('writes.db', { secret }) });
 *
 * @throws ConfigurationError for a path that is not text, an unknown option, or a secret that cannot
 *   work. A missing secret, and a runtime without
 *   `node:sqlite`, reject at first use
 */
export function sqliteJournal(path: string, options: SqliteJournalOptions = {}): SqliteJournal {
  if (typeof path !== 'string' || path === '') {
    const message = 'The path of the journal must be text.';
    throw new ConfigurationError('path', message, 'Pass the path of a file, such as "writes.db".');
  }
  checkOptions(options, names, { of: 'sqliteJournal' });
  const { thread, ...rest } = options;
  if (thread !== undefined && !(thread instanceof URL)) {
    const message = 'The script of the thread must be a URL.';
    throw new ConfigurationError('thread', message, 'Pass `new URL(..., import.meta.url)`.');
  }
  const store = new SqliteStore(absolutePath(path), thread);
  const close = () => store.close();
  return { ...createJournal(store, rest), close, [Symbol.asyncDispose]: close };
}
