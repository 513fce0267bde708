import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { JournalClaim, JournalPage, OpenRecord } from '../../../outcome/journal.ts';
import type { TableSet } from '../../../tables/sqlite.ts';
import { type CommitOptions, SqliteCommits } from '../../../tables/sqlite-commits.ts';
import {
  byAge,
  type JournalRecord,
  type JournalRecordEnd,
  type JournalStore,
  type JournalUpdateMode,
  type KeyClaim,
  type KeySelection,
  UNSETTLED,
} from '../../store.ts';

/** Rows are kept in the order of their arrival, so that a commit changes few pages. */
const tables: TableSet = {
  of: 'a journal',
  version: 2,
  pragmas: 'PRAGMA secure_delete = ON; PRAGMA auto_vacuum = INCREMENTAL;',
  schema: `
    CREATE TABLE entries (
      id TEXT NOT NULL PRIMARY KEY, scope TEXT NOT NULL, operation TEXT NOT NULL,
      method TEXT NOT NULL, template TEXT NOT NULL, startedAt TEXT NOT NULL, requestId TEXT,
      idempotencyKey TEXT, digest TEXT NOT NULL, sealed TEXT NOT NULL,
      outcome TEXT, endedAt TEXT, status INTEGER, resourceId TEXT, errorCode TEXT,
      claimedBy TEXT, claimedUntil TEXT
    ) STRICT;
    CREATE INDEX entries_ended ON entries (endedAt) WHERE endedAt IS NOT NULL;
    CREATE INDEX entries_unsettled ON entries (scope, startedAt, id) WHERE ${UNSETTLED};`,
  additions: `
    CREATE INDEX IF NOT EXISTS entries_key ON entries (idempotencyKey)
      WHERE idempotencyKey IS NOT NULL;`,
};

const columns = `id, scope, operation, method, template, startedAt, requestId, idempotencyKey, digest,
      sealed, outcome, endedAt, status, resourceId, errorCode`;

const withKey = `
    WHERE idempotencyKey = :idempotencyKey AND operation = :operation
      AND (:anyScope OR scope IN (SELECT value FROM json_each(:scopes)))`;

const OF_KEY = 'AND idempotencyKey = :idempotencyKey';

const claimed = (which: string, ofKey = '') => `
    UPDATE entries SET claimedBy = :by, claimedUntil = :until WHERE id IN (
      SELECT id FROM entries
      WHERE scope IN (SELECT value FROM json_each(:scopes))
        AND ${which} ${ofKey}
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
  prune: `
    DELETE FROM entries WHERE id IN (
      SELECT id FROM entries
      WHERE endedAt < :before AND outcome IN ('applied', 'not-applied')
      ORDER BY endedAt LIMIT :limit)`,
} as const;

const openOnes = (ofKey = '', which = UNSETTLED) => `
    SELECT id, scope, operation, startedAt, requestId, idempotencyKey, digest, outcome,
      endedAt
    FROM entries
    WHERE ${which} ${ofKey} AND (startedAt, id) > (:startedAt, :after)
    ORDER BY startedAt, id LIMIT :limit`;

const SINCE = `(${UNSETTLED} OR endedAt >= :endedSince)`;
/** Of both parts an index is used, which SQLite does not for their OR. */
const APPLIED_SINCE = `rowid IN (
      SELECT rowid FROM entries WHERE ${UNSETTLED} UNION ALL
      SELECT rowid FROM entries WHERE endedAt >= :appliedSince AND outcome = 'applied')`;

/** Milliseconds that a slice of a pruning should hold the file's lock. */
const SLICE = 10;
const FIRST_SLICE = 100;
const LARGEST_SLICE = 5_000;
/** Pages that a slice returns to the system for each deleted row, rounded up: one is 4 KB. */
const PAGES_FOR_ROW = 1;

function keyValues({ scopes, anyScope, operation, idempotencyKey }: KeySelection) {
  return {
    scopes: JSON.stringify(scopes),
    anyScope: Number(anyScope === true),
    operation,
    idempotencyKey,
  };
}

const recordOf = (row: Record<string, SQLOutputValue>) => ({ ...row }) as unknown as JournalRecord;

/**
 * Keeps records in a file of SQLite. It runs in a thread of its own, because it waits for the disk
 * and for the locks of other processes. The file is opened at first use. Claims follow the
 * machine's clock, which all processes that share the file have in common.
 */
export class FileStore implements JournalStore {
  readonly #commits: SqliteCommits;

  constructor(path: string, options?: CommitOptions) {
    this.#commits = new SqliteCommits(path, tables, options);
  }

  append(record: JournalRecord, claim?: KeyClaim): Promise<boolean> {
    return this.#commits.run(({ statement }) => {
      if (claim !== undefined) {
        const values = { ...keyValues(claim), digests: JSON.stringify(claim.digests) };
        if (statement(statements.rival).get(values) !== undefined) return false;
      }
      statement(statements.append).run({ ...record });
      return true;
    }, 'power-loss');
  }

  keyed(selection: KeySelection): Promise<readonly JournalRecord[]> {
    const values = keyValues(selection);
    return this.#commits.run(
      ({ statement }) => statement(statements.keyed).all(values).map(recordOf),
      'unchecked',
    );
  }

  update(id: string, end: JournalRecordEnd | null, mode?: JournalUpdateMode): Promise<boolean> {
    return this.#commits.run(
      ({ statement }) => {
        const changes = (sql: string, values: Record<string, SQLInputValue>) =>
          Number(statement(sql).run(values).changes);
        const setEnd = mode === 'first' ? statements.firstEnd : statements.end;
        const ended = end === null ? 0 : changes(setEnd, { ...end, id });
        const released = mode === undefined ? changes(statements.release, { id }) : 0;
        return (end === null ? released : ended) > 0;
      },
      mode === 'resend' ? 'power-loss' : 'unchecked',
    );
  }

  async claim(selection: JournalClaim): Promise<readonly JournalRecord[]> {
    const { scopes, by, lease, after, endedSince, ids, idempotencyKey, limit } = selection;
    const sql = claimed(
      endedSince === undefined ? UNSETTLED : SINCE,
      idempotencyKey === undefined ? '' : OF_KEY,
    );
    const rows = await this.#commits.run(({ statement }) => {
      const now = Date.now();
      return statement(sql).all({
        by,
        limit,
        ...(endedSince === undefined ? undefined : { endedSince }),
        ...(idempotencyKey === undefined ? undefined : { idempotencyKey }),
        scopes: JSON.stringify(scopes),
        ids: ids === undefined ? null : JSON.stringify(ids),
        now: new Date(now).toISOString(),
        until: new Date(now + lease).toISOString(),
        startedAt: after?.startedAt ?? '',
        after: after?.id ?? '',
      });
    }, 'power-loss');
    return byAge(rows.map(recordOf));
  }

  open({
    after,
    idempotencyKey,
    appliedSince,
    limit,
  }: JournalPage): Promise<readonly OpenRecord[]> {
    const sql = openOnes(
      idempotencyKey === undefined ? '' : OF_KEY,
      appliedSince === undefined ? UNSETTLED : APPLIED_SINCE,
    );
    return this.#commits.run(({ statement }) => {
      const rows = statement(sql).all({
        ...{ startedAt: after?.startedAt ?? '', after: after?.id ?? '', limit },
        ...(appliedSince === undefined ? undefined : { appliedSince }),
        ...(idempotencyKey === undefined ? undefined : { idempotencyKey }),
      });
      return rows.map((row) => ({ ...row }) as unknown as OpenRecord);
    }, 'unchecked');
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
    this.#commits.shorten();
    return total;
  }

  /** Commits the pending work and closes the file. It is opened again when it is used again. */
  close(): Promise<void> {
    return this.#commits.close();
  }

  #pruneSlice(before: string, limit: number) {
    return this.#commits.run(({ database, statement }) => {
      const started = performance.now();
      const changes = Number(statement(statements.prune).run({ before, limit }).changes);
      database.exec(`PRAGMA incremental_vacuum(${Math.max(1, changes * PAGES_FOR_ROW)})`);
      return { changes, took: Math.max(1, performance.now() - started) };
    }, 'power-loss');
  }
}
