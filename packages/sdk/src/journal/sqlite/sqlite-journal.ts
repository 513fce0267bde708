import { ConfigurationError } from '../../errors/caller-errors.ts';
import type { Journal } from '../../outcome/journal.ts';
import { createJournal, type JournalOptions } from '../create-journal.ts';
import { SqliteStore } from './sqlite-store.ts';

/** A journal in a file. */
export interface SqliteJournal extends Journal, AsyncDisposable {
  /** Closes the file. It is opened again when the journal is used again. */
  close(): Promise<void>;
}

/**
 * Creates a journal in an SQLite file, with `node:sqlite`. The file is created at first use,
 * readable only by its owner. A change is on the disk before it is sent; several processes of one
 * machine may share the file.
 *
 * @example
 * const payments = createPaymentsClient({ journal: sqliteJournal('writes.db', { secret }) });
 *
 * @throws ConfigurationError for a path that is not text, an unknown option, or a secret that cannot
 *   work. A missing secret, and a runtime without
 *   `node:sqlite`, reject at first use
 */
export function sqliteJournal(path: string, options: JournalOptions = {}): SqliteJournal {
  if (typeof path !== 'string' || path === '') {
    const message = 'The path of the journal must be text.';
    throw new ConfigurationError('path', message, 'Pass the path of a file, such as "writes.db".');
  }
  const store = new SqliteStore(path);
  const close = () => store.close();
  return { ...createJournal(store, options), close, [Symbol.asyncDispose]: close };
}
