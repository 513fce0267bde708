import type { DatabaseSync } from 'node:sqlite';
import { isBusy, loadSqlite, openSqlite } from '../../../tables/sqlite.ts';

/** Version of the tables below. A file of another version is not touched. */
const SCHEMA_VERSION = 2;

/** Milliseconds to wait for another process that holds the file's lock. */
export const BUSY_TIMEOUT = 10_000;

/** Milliseconds, at least, after which a file that was locked is opened again. */
const RETRY_AFTER = 10;

/** An entry without a known outcome: also one whose outcome only a later version knows. */
export const UNSETTLED = "coalesce(outcome, '') NOT IN ('applied', 'not-applied')";

/** Rows are kept in the order of their arrival, so that a commit changes few pages. */
const tables = `
  CREATE TABLE entries (
    id TEXT NOT NULL PRIMARY KEY, scope TEXT NOT NULL, operation TEXT NOT NULL, method TEXT NOT NULL,
    template TEXT NOT NULL, startedAt TEXT NOT NULL, requestId TEXT, idempotencyKey TEXT,
    digest TEXT NOT NULL, sealed TEXT NOT NULL,
    outcome TEXT, endedAt TEXT, status INTEGER, resourceId TEXT, errorCode TEXT,
    claimedBy TEXT, claimedUntil TEXT
  ) STRICT;
  CREATE INDEX entries_ended ON entries (endedAt) WHERE endedAt IS NOT NULL;
  CREATE INDEX entries_unsettled ON entries (scope, startedAt, id) WHERE ${UNSETTLED};
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** Also for the files of versions that did not look for keys. */
const keyIndex =
  'CREATE INDEX IF NOT EXISTS entries_key ON entries (idempotencyKey) WHERE idempotencyKey IS NOT NULL;';

/** The runtime has no `node:sqlite`. */
export class NoSqliteError extends Error {
  override readonly name = 'NoSqliteError';
}

/** The file is of another version. */
export class FileVersionError extends Error {
  override readonly name = 'FileVersionError';
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

function prepareTables(database: DatabaseSync, path: string): void {
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}; PRAGMA secure_delete = ON;`);
  database.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;');
  const version = versionOf(database);
  if (version === SCHEMA_VERSION) {
    database.exec(keyIndex);
    return;
  }
  if (version !== 0) {
    throw new FileVersionError(
      `The file ${path} holds a journal of version ${version}; this SDK writes version ${SCHEMA_VERSION}.`,
    );
  }
  database.exec('BEGIN IMMEDIATE');
  // Another process may have done it in the meantime.
  if (versionOf(database) === 0) database.exec(tables + keyIndex);
  database.exec('COMMIT');
}

/** Stops the thread, which has nothing else to do. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/**
 * Opens the journal's file, and creates it if it does not exist. Several processes may do so at the
 * same time.
 *
 * @throws NoSqliteError, FileVersionError, and errors of the file system and of SQLite
 */
export function openDatabase(path: string, load = loadSqlite): DatabaseSync {
  const sqlite = load();
  if (sqlite === undefined) throw new NoSqliteError('This runtime has no node:sqlite.');
  const last = performance.now() + BUSY_TIMEOUT;
  for (;;) {
    try {
      return openSqlite(sqlite, path, (database) => prepareTables(database, path));
    } catch (error) {
      if (!isBusy(error) || performance.now() > last) throw error;
      pause(RETRY_AFTER * (1 + Math.random()));
    }
  }
}
