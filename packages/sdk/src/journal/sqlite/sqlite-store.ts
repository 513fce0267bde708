import { ConfigurationError } from '../../errors/caller-errors.ts';
import { JournalError } from '../../errors/journal-error.ts';
import type { JournalClaim, JournalPage, OpenRecord } from '../../outcome/journal.ts';
import type { FileReplacedError } from '../../tables/sqlite.ts';
import type {
  JournalRecord,
  JournalRecordEnd,
  JournalStore,
  JournalUpdateMode,
  KeyClaim,
  KeySelection,
} from '../store.ts';
import type { ThreadRequest } from './messages.ts';
import type { FileVersionError, NoSqliteError } from './thread/open-database.ts';
import { builtin, ThreadClient } from './thread-client.ts';

type ThreadErrorName = NoSqliteError['name'] | FileVersionError['name'] | FileReplacedError['name'];

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

/** The error of the thread as the caller gets it. */
function publicError(error: Error & { readonly code?: string }): unknown {
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
        'Use another file for this journal, or the version of the SDK that wrote this one.',
      );
    case 'FileReplacedError':
      return new JournalError('file', { cause: error });
    default:
  }
  if (!scriptCodes.includes(error.code ?? '')) return error;
  return new ConfigurationError(
    'thread',
    'The script of the thread that keeps the journal was not found.',
    'A bundler left it out: keep @org/payments-sdk out of the bundle, or bundle @org/payments-sdk/journal/thread as a script of its own and pass its URL as `thread`.',
    error,
  );
}

/**
 * Keeps records in a file of SQLite, in a thread of its own: the disk, and locks of other
 * processes, never stop the event loop.
 */
export class SqliteStore implements JournalStore {
  readonly #path: string;
  readonly #script: URL | undefined;
  #thread: ThreadClient | undefined;

  constructor(path: string, script: URL | undefined) {
    this.#path = path;
    this.#script = script;
  }

  append(record: JournalRecord, claim?: KeyClaim): Promise<boolean> {
    return this.#request('append', record, claim) as Promise<boolean>;
  }

  keyed(selection: KeySelection): Promise<readonly JournalRecord[]> {
    return this.#request('keyed', selection) as Promise<readonly JournalRecord[]>;
  }

  update(id: string, end: JournalRecordEnd | null, mode?: JournalUpdateMode): Promise<boolean> {
    return this.#request('update', id, end, mode) as Promise<boolean>;
  }

  claim(selection: JournalClaim): Promise<readonly JournalRecord[]> {
    return this.#request('claim', selection) as Promise<readonly JournalRecord[]>;
  }

  open(page: JournalPage): Promise<readonly OpenRecord[]> {
    return this.#request('open', page) as Promise<readonly OpenRecord[]>;
  }

  prune(before: string): Promise<number> {
    return this.#request('prune', before) as Promise<number>;
  }

  /** Commits the pending work and closes the file. It is opened again when it is used again. */
  async close(): Promise<void> {
    const closing = this.#thread;
    this.#thread = undefined;
    await closing?.close();
  }

  async #request(work: ThreadRequest['work'], ...values: readonly unknown[]): Promise<unknown> {
    try {
      return await this.#running().request(work, values);
    } catch (error) {
      throw publicError(error as Error);
    }
  }

  #running(): ThreadClient {
    if (this.#thread?.isRunning !== true) {
      this.#thread = new ThreadClient(this.#path, this.#script ?? threadScript());
    }
    return this.#thread;
  }
}
