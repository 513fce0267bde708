import type { DatabaseSync } from 'node:sqlite';

interface Job {
  readonly work: () => unknown;
  readonly isDurable: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Runs work on a database in transactions. All work of one turn of the event loop is committed at
 * once, so that concurrent writes share the wait for the disk.
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  #waiting: Job[] = [];

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /**
   * Resolves with what `work` returns, once it is committed. Durable work is on the disk then; other
   * work survives the end of the process, but not the machine losing its power.
   */
  run<Value>(work: () => Value, isDurable: boolean): Promise<Value> {
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.push({ work, isDurable, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.flush());
    }) as Promise<Value>;
  }

  /** Commits the pending work. */
  flush(): void {
    const jobs = this.#waiting;
    this.#waiting = [];
    if (jobs.length === 0) return;
    const failed = this.#commit(jobs);
    if (failed === undefined) return;
    if (jobs.length === 1) {
      jobs[0]?.reject(failed.error);
      return;
    }
    // One failing record rolled all of them back: each is repeated in its own transaction.
    for (const job of jobs) {
      const alone = this.#commit([job]);
      if (alone !== undefined) job.reject(alone.error);
    }
  }

  #commit(jobs: readonly Job[]): { readonly error: unknown } | undefined {
    const isDurable = jobs.some((job) => job.isDurable);
    try {
      this.#database.exec(`PRAGMA synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`);
      this.#database.exec('BEGIN IMMEDIATE');
      const values = jobs.map(({ work }) => work());
      this.#database.exec('COMMIT');
      for (const [index, job] of jobs.entries()) job.resolve(values[index]);
      return undefined;
    } catch (error) {
      this.#rollBack();
      return { error };
    }
  }

  #rollBack(): void {
    try {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    } catch {
      // The earlier error has the details.
    }
  }
}
