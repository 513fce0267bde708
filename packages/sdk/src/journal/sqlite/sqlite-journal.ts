import type { KindsOf } from '@org/payments-contract/internal';
import {
  ConfigurationError,
  JournalError,
  type JournalProblem,
} from '../../errors/caller-errors.ts';
import { checkOptions } from '../../options/checks.ts';
import type { Journal } from '../../outcome/journal.ts';
import type { FileOpenError, FileVersionError, NoSqliteError } from '../../tables/sqlite.ts';
import { COMMITTED_TO_LOST } from '../../tables/sqlite-commits.ts';
import type { FileReplacedError } from '../../tables/sqlite-file.ts';
import { databasePath } from '../../tables/sqlite-path.ts';
import { createJournal, type JournalOptions } from '../create-journal.ts';
import type { JournalStore } from '../store.ts';
import { NOT_KNOWN, refusalOf } from '../store-errors.ts';
import { builtin, ThreadClient } from './thread-client.ts';

type ThreadErrorName = (
  | NoSqliteError
  | FileVersionError
  | FileOpenError
  | FileReplacedError
)['name'];

const scriptCodes = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'];

declare const __filename: string;

/** The script of the thread, next to this file: in the sources, or as a subpath of the package. */
function threadScript(): URL {
  const { createRequire } = builtin('node:module');
  const { pathToFileURL } = builtin('node:url');
  const here = import.meta.url ?? __filename;
  if (here.endsWith('.ts')) return new URL('./thread/main.ts', here);
  return pathToFileURL(createRequire(here).resolve('@org/payments-sdk/journal/thread'));
}

const replaced: JournalProblem = {
  message: 'The file of the journal was deleted, replaced or emptied while it was open.',
  action: `Put the file back; then close the journal and make it again, or start the process again. Until then no change is sent. ${NOT_KNOWN}`,
};

const closed: JournalProblem = {
  message: 'The journal was closed.',
  action: 'Close it after the last call of its clients, or make it again with `sqliteJournal`.',
};

/** The code of SQLite for a file that cannot be opened. */
const CANNOT_OPEN = 'sqlite14';

/** The error of the thread as the caller gets it. */
function publicError(error: Error & { readonly code?: string }, path: string): unknown {
  const place = { name: `the file ${path}`, setup: '' };
  switch (error.name as ThreadErrorName) {
    case 'NoSqliteError':
      return new ConfigurationError(
        'journal',
        'This runtime has no node:sqlite, which sqliteJournal needs.',
        'Run on Node 22.13 or later, or use `postgresJournal`, or `createJournal` with your own store.',
      );
    case 'FileVersionError':
      return new ConfigurationError(
        'journal',
        error.message,
        `Use the version of the SDK that wrote it, or pass the path of the journal. ${NOT_KNOWN}`,
      );
    case 'FileReplacedError':
      // The entry may be there again once the file is put back.
      if (error.code === COMMITTED_TO_LOST) return error;
      return new JournalError(replaced, { cause: error });
    case 'FileOpenError':
      return refusalOf(error, place) ?? refusalOf(error, place, CANNOT_OPEN);
    default:
  }
  if (!scriptCodes.includes(error.code ?? '')) return refusalOf(error, place) ?? error;
  return new ConfigurationError(
    'thread',
    'The script of the thread that keeps the journal was not found.',
    'A bundler left it out: keep @org/payments-sdk out of the bundle, or bundle @org/payments-sdk/journal/thread as a script of its own and pass its URL as `thread`.',
    error,
  );
}

/**
 * A store in a file of SQLite, in a thread of its own: the disk, and locks of other processes, never
 * stop the event loop.
 */
function threadStore(path: string, script: URL | undefined) {
  let thread: ThreadClient | undefined;
  let isClosed = false;
  const send = async (work: keyof JournalStore, values: readonly unknown[]): Promise<unknown> => {
    if (isClosed) throw new JournalError(closed);
    try {
      if (thread?.isRunning !== true) thread = new ThreadClient(path, script ?? threadScript());
      return await thread.request(work, values);
    } catch (error) {
      throw publicError(error as Error, path);
    }
  };
  const request = <Work extends keyof JournalStore>(
    work: Work,
    ...values: Parameters<JournalStore[Work]>
  ) => send(work, values) as ReturnType<JournalStore[Work]>;
  const store: JournalStore = {
    append: (record, claim) => request('append', record, claim),
    keyed: (selection) => request('keyed', selection),
    update: (id, end, mode) => request('update', id, end, mode),
    claim: (selection) => request('claim', selection),
    open: (page) => request('open', page),
    prune: (before) => request('prune', before),
  };
  /** The thread commits the pending work and closes the file. */
  const close = async (): Promise<void> => {
    isClosed = true;
    const closing = thread;
    thread = undefined;
    await closing?.close();
  };
  return { store, close };
}

/** A journal in a file. */
export interface SqliteJournal extends Journal, AsyncDisposable {
  /** Closes the file after what was asked before. A journal that was closed refuses to be used. */
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
 * @param path of a file; what is in `:memory:` does not survive the process
 * @throws ConfigurationError for what is not the path of a file, an unknown option, or a secret that
 *   cannot work. A missing secret, and a runtime without
 *   `node:sqlite`, reject at first use
 */
export function sqliteJournal(path: string, options: SqliteJournalOptions = {}): SqliteJournal {
  const file = databasePath(path, 'the journal');
  checkOptions(options, names, { of: 'sqliteJournal' });
  const { thread, ...rest } = options;
  if (thread !== undefined && !(thread instanceof URL)) {
    const message = 'The script of the thread must be a URL.';
    throw new ConfigurationError('thread', message, 'Pass `new URL(..., import.meta.url)`.');
  }
  const { store, close } = threadStore(file, thread);
  return { ...createJournal(store, rest), close, [Symbol.asyncDispose]: close };
}
