import { type LoadSqlite, type OpenTables, openTables, type TableSet } from './sqlite.ts';
import { FileReplacedError } from './sqlite-file.ts';

/**
 * What a commit survives: the machine losing its power, or only the end of the process. `unchecked`
 * adds to what was committed before, and is accepted even if the file was lost since, which does not
 * have the earlier part either.
 */
export type Survives = 'power-loss' | 'process-end' | 'unchecked';

/** Time that is never set back. */
export interface Timing {
  now(): number;
  pause(milliseconds: number): Promise<void>;
}

export interface CommitOptions {
  /** Milliseconds of work in one turn of the event loop. Default: all that has arrived. */
  readonly turn?: number | undefined;
  readonly load?: LoadSqlite | undefined;
  readonly timing?: Timing | undefined;
}

interface Job {
  readonly work: (tables: OpenTables) => unknown;
  readonly survives: Survives;
  /** When it stops waiting for the lock. */
  readonly until: number;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface Failure {
  readonly error: unknown;
}

/** How long work waits for the lock of another process, in milliseconds. */
const LOCK_TIMEOUT = 10_000;
/** Milliseconds, at least, between two attempts. */
const RETRY_AFTER = 2;

/** Code of the error for work that was committed into a file that was replaced at that moment. */
export const COMMITTED_TO_LOST = 'COMMITTED_TO_LOST';

const SQLITE_BUSY = 5;
const SQLITE_CONSTRAINT = 19;

function hasCode({ error }: Failure, code: number): boolean {
  const { errcode = 0 } = error as { readonly errcode?: number };
  return errcode % 256 === code;
}

const machineTiming: Timing = {
  now: () => performance.now(),
  pause: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
};

/**
 * Runs work on the tables of a file in transactions. All work that has arrived is committed at once,
 * so that concurrent writes share the wait for the disk. While another process holds the file's lock,
 * one attempt at a time is repeated: SQLite itself would wait for the lock with the whole thread. The
 * file is opened at first use.
 */
export class SqliteCommits {
  readonly #open: () => OpenTables;
  readonly #turn: number;
  readonly #timing: Timing;
  #jobs: Job[] = [];
  #working: Promise<void> | undefined;
  #opened: OpenTables | undefined;
  #synchronous = '';
  /** What the check of the file threw. Nothing is written afterwards. */
  #lost: Failure | undefined;

  constructor(path: string, tables: TableSet, options: CommitOptions = {}) {
    this.#open = () => openTables(path, tables, options.load);
    this.#turn = options.turn ?? Number.POSITIVE_INFINITY;
    this.#timing = options.timing ?? machineTiming;
  }

  /** Resolves with what `work` returns, once it is committed. */
  run<Value>(work: (tables: OpenTables) => Value, survives: Survives): Promise<Value> {
    return new Promise<unknown>((resolve, reject) => {
      const until = this.#timing.now() + LOCK_TIMEOUT;
      this.#jobs.push({ work, survives, until, resolve, reject });
      this.#working ??= this.#commitAll();
    }) as Promise<Value>;
  }

  /** Shortens the file of recent changes, unless another process uses it. */
  shorten(): void {
    this.#opened?.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  /** Commits the pending work and closes the file. It is opened again when it is used again. */
  async close(): Promise<void> {
    await this.#working;
    this.#opened?.database.close();
    this.#opened = undefined;
    this.#synchronous = '';
    this.#lost = undefined;
  }

  async #commitAll(): Promise<void> {
    // What begins in the same turn is one commit.
    await undefined;
    while (this.#jobs.length > 0) {
      const isLocked = this.#commitNext();
      const delay = isLocked ? RETRY_AFTER * (1 + Math.random()) : 0;
      if (this.#jobs.length > 0) await this.#timing.pause(delay);
    }
    this.#working = undefined;
  }

  /** Commits as much as a turn has time for. @returns whether the file is locked */
  #commitNext(): boolean {
    const jobs = this.#jobs;
    this.#jobs = [];
    const result = this.#commit(jobs);
    if (typeof result === 'number') {
      this.#jobs = jobs.slice(result);
      return false;
    }
    if (hasCode(result, SQLITE_BUSY)) {
      this.#jobs = jobs.filter((job) => this.#waits(job, result));
      return true;
    }
    // One failing record rolled all of them back: each is repeated in its own transaction.
    const isAboutRecord = jobs.length > 1 && hasCode(result, SQLITE_CONSTRAINT);
    for (const job of jobs) {
      const alone = isAboutRecord ? this.#commit([job]) : result;
      if (typeof alone === 'number') continue;
      if (isAboutRecord && hasCode(alone, SQLITE_BUSY)) this.#jobs.push(job);
      else job.reject(alone.error);
    }
    return false;
  }

  /** Whether work still waits for the lock; otherwise it is rejected. */
  #waits({ until, reject }: Job, { error }: Failure): boolean {
    const waits = this.#timing.now() <= until;
    if (!waits) reject(error);
    return waits;
  }

  /** @returns how many were committed */
  #commit(jobs: readonly Job[]): Failure | number {
    if (this.#lost !== undefined) return this.#lost;
    try {
      this.#opened ??= this.#open();
      // What is committed into a file that nobody finds again is not recorded.
      const isChecked = jobs.some(({ survives }) => survives !== 'unchecked');
      const check = (isCommitted = false) => isChecked && this.#checkFile(isCommitted);
      const values = this.#transaction(jobs, this.#opened, check);
      check(true);
      for (const [index, value] of values.entries()) jobs[index]?.resolve(value);
      return values.length;
    } catch (error) {
      this.#rollBack();
      return { error };
    }
  }

  #transaction(jobs: readonly Job[], tables: OpenTables, check: () => void): unknown[] {
    const { database } = tables;
    const isFlushed = jobs.some(({ survives }) => survives === 'power-loss');
    this.#synchronise(isFlushed ? 'FULL' : 'NORMAL', tables);
    database.exec('BEGIN IMMEDIATE');
    const turnEnd = this.#timing.now() + this.#turn;
    const values: unknown[] = [];
    for (const { work } of jobs) {
      values.push(work(tables));
      if (this.#timing.now() >= turnEnd) break;
    }
    check();
    database.exec('COMMIT');
    return values;
  }

  /** @throws FileReplacedError; with a code of its own if work was committed into the file */
  #checkFile(isCommitted: boolean): void {
    try {
      this.#opened?.checkFile();
    } catch (error) {
      this.#lost = { error };
      if (!isCommitted) throw error;
      const { message } = error as Error;
      throw Object.assign(new FileReplacedError(message), { code: COMMITTED_TO_LOST });
    }
  }

  #synchronise(mode: string, { database }: OpenTables): void {
    if (mode === this.#synchronous) return;
    database.exec(`PRAGMA synchronous = ${mode}`);
    this.#synchronous = mode;
  }

  #rollBack(): void {
    try {
      if (this.#opened?.database.isTransaction === true) this.#opened.database.exec('ROLLBACK');
    } catch {
      // The earlier error has the details.
    }
  }
}
