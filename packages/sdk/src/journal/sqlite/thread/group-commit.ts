import type { DatabaseSync } from 'node:sqlite';

/**
 * What a commit survives: the machine losing its power, or only the end of the process. Only the first
 * is refused when the file was lost: the second adds to a record that such a file does not have either.
 */
export type Survives = 'power-loss' | 'process-end';

interface Job {
  readonly work: () => unknown;
  readonly survives: Survives;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

const SQLITE_CONSTRAINT = 19;

/**
 * Whether the error is about one record. Any other, such as a lock of another process, would meet
 * each record of the group again.
 */
function isAboutRecord(error: unknown): boolean {
  const { errcode } = error as { readonly errcode?: number };
  return errcode !== undefined && errcode % 256 === SQLITE_CONSTRAINT;
}

/**
 * Runs work on a database in transactions. All work that has arrived is committed at once, so that
 * concurrent writes share the wait for the disk.
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #checkFile: () => void;
  #queue: Job[] = [];
  #immediate: NodeJS.Immediate | undefined;
  #mode = '';
  /** What the check of the file threw. Nothing is written afterwards. */
  #lost: { readonly error: unknown } | undefined;

  /** @param checkFile throws if the file of the database is no longer the one that was opened */
  constructor(database: DatabaseSync, checkFile: () => void) {
    this.#database = database;
    this.#checkFile = checkFile;
  }

  /** Resolves with what `work` returns, once it is committed. */
  run<Value>(work: () => Value, survives: Survives): Promise<Value> {
    return new Promise<unknown>((resolve, reject) => {
      this.#queue.push({ work, survives, resolve, reject });
      this.#immediate ??= setImmediate(() => this.flush());
    }) as Promise<Value>;
  }

  /** Commits the pending work. */
  flush(): void {
    clearImmediate(this.#immediate);
    this.#immediate = undefined;
    const jobs = this.#queue;
    this.#queue = [];
    if (jobs.length === 0) return;
    const failure = this.#commit(jobs);
    if (failure === undefined) return;
    if (jobs.length === 1 || !isAboutRecord(failure.error)) {
      for (const job of jobs) job.reject(failure.error);
      return;
    }
    // One failing record rolled all of them back: each is repeated in its own transaction.
    for (const job of jobs) {
      const alone = this.#commit([job]);
      if (alone !== undefined) job.reject(alone.error);
    }
  }

  #commit(jobs: readonly Job[]): { readonly error: unknown } | undefined {
    if (this.#lost !== undefined) return this.#lost;
    const isFlushed = jobs.some(({ survives }) => survives === 'power-loss');
    try {
      this.#synchronous(isFlushed ? 'FULL' : 'NORMAL');
      this.#database.exec('BEGIN IMMEDIATE');
      const values = jobs.map(({ work }) => work());
      this.#database.exec('COMMIT');
      // What was committed into a file that nobody finds again was not recorded.
      if (isFlushed) this.#lost = this.#lostFile();
      if (this.#lost !== undefined) return this.#lost;
      for (const [index, job] of jobs.entries()) job.resolve(values[index]);
      return undefined;
    } catch (error) {
      this.#rollBack();
      return { error };
    }
  }

  #lostFile(): { readonly error: unknown } | undefined {
    try {
      this.#checkFile();
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  #synchronous(mode: string): void {
    if (mode === this.#mode) return;
    this.#database.exec(`PRAGMA synchronous = ${mode}`);
    this.#mode = mode;
  }

  #rollBack(): void {
    try {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    } catch {
      // The earlier error has the details.
    }
  }
}
