import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { JournalClaim } from '../../outcome/journal.ts';
import { byAge } from '../store/by-age.ts';
import type { JournalRecord, JournalRecordEnd, JournalStore } from '../store/store.ts';
import { GroupCommit } from './group-commit.ts';
import { type LoadSqlite, openDatabase } from './open-database.ts';
import { type StatementName, statements } from './statements.ts';

type Values = Record<string, SQLInputValue>;

interface Opened {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  statement(name: StatementName): StatementSync;
}

function opened(database: DatabaseSync): Opened {
  const prepared = new Map<StatementName, StatementSync>();
  return {
    database,
    commits: new GroupCommit(database),
    statement(name) {
      const known = prepared.get(name) ?? database.prepare(statements[name]);
      prepared.set(name, known);
      return known;
    },
  };
}

/** Keeps records in a file of SQLite. The file is opened at first use. */
export class SqliteStore implements JournalStore {
  readonly #path: string;
  readonly #load: LoadSqlite | undefined;
  #opened: Promise<Opened> | undefined;

  constructor(path: string, load?: LoadSqlite) {
    this.#path = path;
    this.#load = load;
  }

  async append(record: JournalRecord): Promise<void> {
    await this.#run('append', { ...record }, true);
  }

  async update(id: string, end: JournalRecordEnd | null): Promise<void> {
    const written = end === null ? 0 : await this.#run('end', { ...end, id }, false);
    if (written === 0) await this.#run('release', { id }, false);
  }

  async claim({ after, endedSince = null as never, ...rest }: JournalClaim) {
    const { commits, statement } = await this.#open();
    const { startedAt = '', id = '' } = after ?? {};
    const values: Values = { ...rest, endedSince, startedAt, after: id };
    const rows = await commits.run(() => statement('claim').all(values), false);
    return byAge(rows.map((row) => ({ ...row }) as unknown as JournalRecord));
  }

  async prune(before: string): Promise<number> {
    const changes = await this.#run('prune', { before }, true);
    const { database } = await this.#open();
    database.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE);');
    return changes;
  }

  /**
   * Commits the pending work and closes the file. The store opens it again when it is used again.
   */
  async close(): Promise<void> {
    const closing = this.#opened;
    this.#opened = undefined;
    if (closing === undefined) return;
    const { commits, database } = await closing;
    commits.flush();
    database.close();
  }

  #open(): Promise<Opened> {
    if (this.#opened !== undefined) return this.#opened;
    const opening = openDatabase(this.#path, this.#load).then(opened);
    this.#opened = opening;
    // The cause may have been fixed since, such as a missing folder.
    opening.catch(() => {
      if (this.#opened === opening) this.#opened = undefined;
    });
    return opening;
  }

  async #run(name: StatementName, values: Values, isDurable: boolean): Promise<number> {
    const { commits, statement } = await this.#open();
    return commits.run(() => Number(statement(name).run(values).changes), isDurable);
  }
}
