import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { JournalClaim, JournalPage, OpenRecord } from '../../../outcome/journal.ts';
import { fileCheck, type LoadSqlite } from '../../../tables/sqlite.ts';
import {
  byAge,
  type JournalRecord,
  type JournalRecordEnd,
  type JournalStore,
  type JournalUpdateMode,
  type KeyClaim,
  type KeySelection,
} from '../../store.ts';
import { GroupCommit } from './group-commit.ts';
import { BUSY_TIMEOUT, openDatabase, UNSETTLED } from './open-database.ts';

const columns = `id, scope, operation, method, template, startedAt, requestId, idempotencyKey, digest,
      sealed, outcome, endedAt, status, resourceId, errorCode`;

const withKey = `
    WHERE idempotencyKey = :idempotencyKey AND operation = :operation
      AND scope IN (SELECT value FROM json_each(:scopes))`;

const claimed = (which: string) => `
    UPDATE entries SET claimedBy = :by, claimedUntil = :until WHERE id IN (
      SELECT id FROM entries
      WHERE scope IN (SELECT value FROM json_each(:scopes))
        AND ${which}
        AND (:ids IS NULL OR id IN (SELECT value FROM json_each(:ids)))
        AND (claimedUntil IS NULL OR claimedUntil <= :now)
        AND (startedAt, id) > (:startedAt, :after)
      ORDER BY startedAt, id LIMIT :limit)
    RETURNING ${columns}`;

const setEnd = `
    UPDATE entries SET outcome = :outcome, endedAt = :endedAt, status = :status,
      resourceId = :resourceId, errorCode = :errorCode
    WHERE id = :id`;

/** Parameters carry the names of the fields. */
const statements = {
  append: `
    INSERT INTO entries (${columns})
    VALUES (:id, :scope, :operation, :method, :template, :startedAt, :requestId,
      :idempotencyKey, :digest, :sealed, :outcome, :endedAt, :status, :resourceId, :errorCode)`,
  rival: `
    SELECT id FROM entries ${withKey} AND coalesce(outcome, '') <> 'not-applied'
      AND digest NOT IN (SELECT value FROM json_each(:digests)) LIMIT 1`,
  keyed: `SELECT ${columns} FROM entries ${withKey} ORDER BY startedAt, id`,
  firstEnd: `${setEnd} AND outcome IS NULL`,
  end: `${setEnd} AND (outcome IS NULL OR outcome = 'unknown')`,
  release: `
    UPDATE entries SET claimedBy = NULL, claimedUntil = NULL
    WHERE id = :id AND claimedBy IS NOT NULL`,
  claim: claimed(UNSETTLED),
  claimSince: claimed(`(${UNSETTLED} OR endedAt >= :endedSince)`),
  open: `
    SELECT id, scope, operation, startedAt, requestId, idempotencyKey FROM entries
    WHERE ${UNSETTLED} AND (startedAt, id) > (:startedAt, :after)
    ORDER BY startedAt, id LIMIT :limit`,
  prune: `
    DELETE FROM entries WHERE id IN (
      SELECT id FROM entries
      WHERE endedAt < :before AND outcome IN ('applied', 'not-applied')
      ORDER BY endedAt LIMIT :limit)`,
} as const;

type StatementName = keyof typeof statements;
type Values = Record<string, SQLInputValue>;

/** Milliseconds that a slice of a pruning should hold the file's lock. */
const SLICE = 10;
const FIRST_SLICE = 100;
const LARGEST_SLICE = 5_000;
/** Pages that a slice returns to the system for each deleted row, rounded up: one is 4 KB. */
const PAGES_FOR_ROW = 1;

function keyValues({ scopes, operation, idempotencyKey }: KeySelection): Values {
  return { scopes: JSON.stringify(scopes), operation, idempotencyKey };
}

interface OpenDatabase {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  statement(name: StatementName): StatementSync;
}

function openStatements(path: string, load: LoadSqlite | undefined): OpenDatabase {
  const database = openDatabase(path, load);
  const cache = new Map<StatementName, StatementSync>();
  return {
    database,
    commits: new GroupCommit(database, fileCheck(path)),
    statement(name) {
      const statement = cache.get(name) ?? database.prepare(statements[name]);
      cache.set(name, statement);
      return statement;
    },
  };
}

/**
 * Keeps records in a file of SQLite. It runs in a thread of its own, because it waits for the disk
 * and for the locks of other processes. The file is opened at first use. Claims follow the
 * machine's clock, which all processes that share the file have in common.
 */
export class FileStore implements JournalStore {
  readonly #path: string;
  readonly #load: LoadSqlite | undefined;
  #opened: OpenDatabase | undefined;

  constructor(path: string, load?: LoadSqlite) {
    this.#path = path;
    this.#load = load;
  }

  async append(record: JournalRecord, claim?: KeyClaim): Promise<boolean> {
    const { commits, statement } = this.#open();
    const work = () => {
      if (claim !== undefined) {
        const digests = JSON.stringify(claim.digests);
        if (statement('rival').get({ ...keyValues(claim), digests }) !== undefined) return false;
      }
      statement('append').run({ ...record });
      return true;
    };
    return commits.run(work, 'power-loss');
  }

  async keyed(selection: KeySelection): Promise<readonly JournalRecord[]> {
    const { commits, statement } = this.#open();
    commits.flush();
    const rows = statement('keyed').all(keyValues(selection));
    return rows.map((row) => ({ ...row }) as unknown as JournalRecord);
  }

  async update(
    id: string,
    end: JournalRecordEnd | null,
    mode?: JournalUpdateMode,
  ): Promise<boolean> {
    const { commits, statement } = this.#open();
    const work = () => {
      const name = mode === 'first' ? 'firstEnd' : 'end';
      const ended = end === null ? 0 : Number(statement(name).run({ ...end, id }).changes);
      const released = mode === undefined ? Number(statement('release').run({ id }).changes) : 0;
      return (end === null ? released : ended) > 0;
    };
    return commits.run(work, mode === 'resend' ? 'power-loss' : 'process-end');
  }

  async claim(selection: JournalClaim): Promise<readonly JournalRecord[]> {
    const { scopes, by, lease, after, endedSince, ids, limit } = selection;
    const { commits, statement } = this.#open();
    const work = () => {
      const now = Date.now();
      return statement(endedSince === undefined ? 'claim' : 'claimSince').all({
        by,
        limit,
        ...(endedSince === undefined ? undefined : { endedSince }),
        scopes: JSON.stringify(scopes),
        ids: ids === undefined ? null : JSON.stringify(ids),
        now: new Date(now).toISOString(),
        until: new Date(now + lease).toISOString(),
        startedAt: after?.startedAt ?? '',
        after: after?.id ?? '',
      });
    };
    const rows = await commits.run(work, 'power-loss');
    return byAge(rows.map((row) => ({ ...row }) as unknown as JournalRecord));
  }

  async open({ after, limit }: JournalPage): Promise<readonly OpenRecord[]> {
    const { commits, statement } = this.#open();
    // Not to miss what is about to be committed.
    commits.flush();
    const place: Values = { startedAt: after?.startedAt ?? '', after: after?.id ?? '', limit };
    const rows = statement('open').all(place);
    return rows.map((row) => ({ ...row }) as unknown as OpenRecord);
  }

  /** Deletes in slices, and rests after each, so that other writes come in between. */
  async prune(before: string): Promise<number> {
    let total = 0;
    for (let limit = FIRST_SLICE; ; ) {
      const { changes, took } = await this.#pruneSlice(before, limit);
      total += changes;
      if (changes < limit) break;
      limit = Math.ceil(Math.min(LARGEST_SLICE, Math.max(1, (limit * SLICE) / took)));
      await pause(took);
    }
    this.#shrink();
    return total;
  }

  /** Commits the pending work, which is otherwise committed in the next turn of the event loop. */
  flush(): void {
    this.#opened?.commits.flush();
  }

  /** Commits the pending work and closes the file. It is opened again when it is used again. */
  async close(): Promise<void> {
    const { commits, database } = this.#opened ?? {};
    this.#opened = undefined;
    commits?.flush();
    database?.close();
  }

  #open(): OpenDatabase {
    this.#opened ??= openStatements(this.#path, this.#load);
    return this.#opened;
  }

  async #pruneSlice(before: string, limit: number) {
    const { commits, database, statement } = this.#open();
    return commits.run(() => {
      const started = performance.now();
      const changes = Number(statement('prune').run({ before, limit }).changes);
      database.exec(`PRAGMA incremental_vacuum(${Math.max(1, changes * PAGES_FOR_ROW)})`);
      return { changes, took: Math.max(1, performance.now() - started) };
    }, 'power-loss');
  }

  /** Shortens the file of recent changes, unless another process uses it. */
  #shrink(): void {
    const { database } = this.#open();
    database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE);');
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`);
  }
}
