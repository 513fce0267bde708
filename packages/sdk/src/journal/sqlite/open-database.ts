import type { DatabaseSync } from 'node:sqlite';
import { ConfigurationError } from '../../errors/caller-errors.ts';

/** Version of the tables below. A file of another version is not touched. */
const SCHEMA_VERSION = 1;

/** Milliseconds to wait for another process that holds the file's lock. */
const BUSY_TIMEOUT = 10_000;

/** Milliseconds, at least, after which a file that was locked is opened again. */
const RETRY_AFTER = 10;

const SQLITE_BUSY = 5;

const tables = `
  CREATE TABLE IF NOT EXISTS entries (
    id TEXT PRIMARY KEY, scope TEXT NOT NULL, operation TEXT NOT NULL, method TEXT NOT NULL,
    template TEXT NOT NULL, startedAt TEXT NOT NULL, requestId TEXT, idempotencyKey TEXT,
    digest TEXT NOT NULL, sealed TEXT NOT NULL,
    outcome TEXT, endedAt TEXT, status INTEGER, resourceId TEXT, errorCode TEXT,
    claimedBy TEXT, claimedUntil TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS entries_open ON entries (scope, startedAt, id)
    WHERE outcome IS NULL OR outcome = 'unknown';
  CREATE INDEX IF NOT EXISTS entries_ended ON entries (endedAt) WHERE endedAt IS NOT NULL;
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

type Sqlite = typeof import('node:sqlite');

/** Loads `node:sqlite`, which not every runtime has. */
export type LoadSqlite = () => Promise<Sqlite>;

const loadSqlite: LoadSqlite = () => import('node:sqlite');

async function loaded(load: LoadSqlite): Promise<Sqlite> {
  try {
    return await load();
  } catch (cause) {
    throw new ConfigurationError(
      'journal',
      'This runtime has no node:sqlite, which sqliteJournal needs.',
      'Run on Node 22.13 or later, or use `postgresJournal`, or `createJournal` with your own store.',
      cause,
    );
  }
}

/**
 * Makes the file readable only by its owner; SQLite creates the files beside it with the same mode.
 */
async function makePrivate(path: string): Promise<void> {
  if (path === ':memory:') return;
  const { open } = await import('node:fs/promises');
  const file = await open(path, 'a', 0o600);
  await file.close();
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

function prepareTables(database: DatabaseSync, path: string): void {
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}; PRAGMA secure_delete = ON;`);
  database.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;');
  const version = versionOf(database);
  if (version === SCHEMA_VERSION) return;
  if (version !== 0) {
    throw new ConfigurationError(
      'journal',
      `The file ${path} holds a journal of version ${version}; this SDK writes version ${SCHEMA_VERSION}.`,
      'Use another file for this journal, or the version of the SDK that wrote this one.',
    );
  }
  database.exec(`BEGIN IMMEDIATE; ${tables} COMMIT;`);
}

/**
 * Whether another process holds the file's lock. SQLite does not wait for it in every statement: a
 * change to write-ahead logging fails at once while another process performs the same change.
 */
function isBusy(error: unknown): boolean {
  const { errcode = 0 } = error as { readonly errcode?: number };
  return errcode % 256 === SQLITE_BUSY;
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

/**
 * Opens the journal's file, and creates it if it does not exist. Several processes may do so at the
 * same time.
 *
 * @throws ConfigurationError if the runtime has no `node:sqlite`, or the file is of another version
 */
export async function openDatabase(path: string, load = loadSqlite): Promise<DatabaseSync> {
  const sqlite = await loaded(load);
  await makePrivate(path);
  const last = performance.now() + BUSY_TIMEOUT;
  for (;;) {
    try {
      return openPrepared(sqlite, path);
    } catch (error) {
      if (!isBusy(error) || performance.now() > last) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER * (1 + Math.random())));
    }
  }
}
