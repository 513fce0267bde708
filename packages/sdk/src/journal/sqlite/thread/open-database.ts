import type { DatabaseSync } from 'node:sqlite';
import { createPrivateFile, isBusy } from '../database-file.ts';

/** Version of the tables below. A file of a later version is not touched. */
const SCHEMA_VERSION = 2;

/** Milliseconds to wait for another process that holds the file's lock. */
export const BUSY_TIMEOUT = 10_000;

/** Milliseconds, at least, after which a file that was locked is opened again. */
const RETRY_AFTER = 10;

const columns = `id, scope, operation, method, template, startedAt, requestId, idempotencyKey,
  digest, sealed, outcome, endedAt, status, resourceId, errorCode, claimedBy, claimedUntil`;

/** An entry without a known outcome: also one whose outcome only a later version knows. */
export const UNSETTLED = "coalesce(outcome, '') NOT IN ('applied', 'not-applied')";

const index = `
  CREATE INDEX IF NOT EXISTS entries_unsettled ON entries (scope, startedAt, id)
    WHERE ${UNSETTLED};
  DROP INDEX IF EXISTS entries_open;
`;

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
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** Version 1 kept its rows in the order of their random ids. */
const fromVersion1 = `
  DROP INDEX entries_open;
  DROP INDEX entries_ended;
  ALTER TABLE entries RENAME TO former;
  ${tables}
  INSERT INTO entries (${columns}) SELECT ${columns} FROM former ORDER BY startedAt, id;
  DROP TABLE former;
`;

type Sqlite = typeof import('node:sqlite');

/** Loads `node:sqlite`, which not every runtime has. */
export type LoadSqlite = () => Sqlite | undefined;

const loadSqlite: LoadSqlite = () => process.getBuiltinModule('node:sqlite');

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

function hasIndex(database: DatabaseSync): boolean {
  const named = "SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = 'entries_unsettled'";
  return database.prepare(named).get() !== undefined;
}

function prepareTables(database: DatabaseSync, path: string): void {
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}; PRAGMA secure_delete = ON;`);
  database.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;');
  const version = versionOf(database);
  if (version > SCHEMA_VERSION) {
    throw new FileVersionError(
      `The file ${path} holds a journal of version ${version}; this SDK writes version ${SCHEMA_VERSION}.`,
    );
  }
  if (version === SCHEMA_VERSION && hasIndex(database)) return;
  database.exec('BEGIN IMMEDIATE');
  // Another process may have done it in the meantime.
  const current = versionOf(database);
  if (current === 0) database.exec(tables);
  if (current === 1) database.exec(fromVersion1);
  database.exec(index);
  database.exec('COMMIT');
}

function openPrepared({ DatabaseSync: Database }: Sqlite, path: string): DatabaseSync {
  const database = new Database(path);
  try {
    prepareTables(database, path);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
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
  createPrivateFile(path);
  const last = performance.now() + BUSY_TIMEOUT;
  for (;;) {
    try {
      return openPrepared(sqlite, path);
    } catch (error) {
      if (!isBusy(error) || performance.now() > last) throw error;
      pause(RETRY_AFTER * (1 + Math.random()));
    }
  }
}
