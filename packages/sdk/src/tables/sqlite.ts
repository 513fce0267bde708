import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { createPrivateFile, fileCheck, linkedPath } from './sqlite-file.ts';

type Sqlite = typeof import('node:sqlite');

/** Loads `node:sqlite`, which not every runtime has. */
export type LoadSqlite = () => Sqlite | undefined;

// Not an import, which a bundler for workers would follow.
const loadSqlite: LoadSqlite = () => globalThis.process?.getBuiltinModule?.('node:sqlite');

/** The runtime has no `node:sqlite`. */
export class NoSqliteError extends Error {
  override readonly name = 'NoSqliteError';
}

/** The file is of another version, or of another kind. */
export class FileVersionError extends Error {
  override readonly name = 'FileVersionError';
}

/** The file could not be opened, so that nothing was written; its codes are those of the system or of SQLite. */
export class FileOpenError extends Error {
  override readonly name = 'FileOpenError';
}

function openError(cause: unknown): FileOpenError {
  const { message, code, errcode } = Object(cause);
  return Object.assign(new FileOpenError(message, { cause }), { code, errcode });
}

export interface TableSet {
  /** What is kept in them, with its article. */
  readonly of: string;
  /** The statements that create them. With a version they run only in a new file. */
  readonly schema: string;
  /** Statements that add to files of the version what its first tables lacked. */
  readonly additions?: string;
  /** Version of the schema. A file of another version is refused. */
  readonly version?: number;
  /** Settings of the connection. */
  readonly pragmas?: string;
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

function prepareTables(database: DatabaseSync, path: string, tables: TableSet): void {
  const { of, schema, additions = '', version, pragmas = '' } = tables;
  database.exec(`${pragmas} PRAGMA journal_mode = WAL;`);
  if (version === undefined) {
    database.exec(schema);
    return;
  }
  const found = versionOf(database);
  const [, table = ''] = /CREATE TABLE (?:IF NOT EXISTS )?(\w+)/.exec(schema) ?? [];
  const own = database.prepare('SELECT name FROM sqlite_master WHERE name = ?').get(table);
  if (found !== 0 && own === undefined) {
    throw new FileVersionError(`The file ${path} holds something other than ${of}.`);
  }
  if (found === version) {
    database.exec(additions);
    return;
  }
  if (found !== 0) {
    throw new FileVersionError(
      `The file ${path} holds ${of} of version ${found}; this SDK writes version ${version}.`,
    );
  }
  database.exec('BEGIN IMMEDIATE');
  // Another process may have done it in the meantime.
  if (versionOf(database) === 0) {
    database.exec(`${schema}; ${additions}; PRAGMA user_version = ${version};`);
  }
  database.exec('COMMIT');
}

/**
 * Opens a database, and creates its file and its tables if they do not exist. Several processes may
 * do so at the same time. It does not wait for the lock of another process.
 *
 * @throws NoSqliteError, FileVersionError, FileOpenError
 */
export function openTables(path: string, tables: TableSet, load = loadSqlite) {
  const sqlite = load();
  if (sqlite === undefined) throw new NoSqliteError('This runtime has no node:sqlite.');
  let database: DatabaseSync | undefined;
  let place = path;
  try {
    place = linkedPath(path);
    createPrivateFile(place);
    database = new sqlite.DatabaseSync(place);
    prepareTables(database, path, tables);
  } catch (error) {
    database?.close();
    throw error instanceof FileVersionError ? error : openError(error);
  }
  const cache = new Map<string, StatementSync>();
  return {
    database,
    /** A prepared statement; each is prepared once. */
    statement(sql: string) {
      const statement = cache.get(sql) ?? database.prepare(sql);
      cache.set(sql, statement);
      return statement;
    },
    /** @throws FileReplacedError if the file is no longer the one that was opened */
    checkFile: fileCheck(place),
  };
}

export type OpenTables = ReturnType<typeof openTables>;
