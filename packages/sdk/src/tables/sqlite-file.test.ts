import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import type { TableSet } from './sqlite.ts';
import { SqliteCommits } from './sqlite-commits.ts';
import { databasePath } from './sqlite-path.ts';

const { folder, file } = temporaryFolder();

const tables: TableSet = { of: 'a test', schema: 'CREATE TABLE IF NOT EXISTS names (name TEXT)' };

const write = (commits: SqliteCommits) =>
  commits.run(
    ({ statement }) => statement("INSERT INTO names VALUES ('one')").run(),
    'process-end',
  );

async function written(path: string): Promise<SqliteCommits> {
  const commits = new SqliteCommits(path, tables);
  await write(commits);
  return commits;
}

test('a file and its side files are readable only by their owner', async () => {
  const path = file();
  const commits = await written(path);
  for (const name of [path, `${path}-wal`, `${path}-shm`]) {
    expect(statSync(name).mode & 0o777, name).toBe(0o600);
  }
  await commits.close();
});

/**
 * The error with which SQLite refuses another process the file for itself; empty if it gets it. It
 * then also deletes the file of recent changes of those that lost their locks.
 */
async function refusedExclusiveLock(path: string): Promise<string> {
  const program = `const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(process.argv[1], { timeout: 0 });
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    try { database.exec('BEGIN IMMEDIATE; COMMIT'); } catch ({ message }) { console.log(message); }`;
  const args = ['--disable-warning=ExperimentalWarning', '-e', program, path];
  return (await promisify(execFile)(process.execPath, args)).stdout.trim();
}

test('a file keeps its locks while it is opened again in the same process', async () => {
  const path = file();
  const opened = [await written(path), await written(path)];
  expect(await refusedExclusiveLock(path)).toBe('database is locked');
  for (const commits of opened) await write(commits);
  for (const commits of opened) await commits.close();
});

function replace(path: string): void {
  copyFileSync(path, `${path}.copy`);
  renameSync(`${path}.copy`, path);
}

function overwrite(path: string): void {
  writeFileSync(path, readFileSync(path));
  truncateSync(`${path}-wal`);
}

test.each([
  ['deleted', (path: string) => rmSync(path)],
  ['renamed', (path: string) => renameSync(path, `${path}.old`)],
  ['replaced', replace],
  ['emptied', (path: string) => truncateSync(path)],
  ['left without its recent changes', (path: string) => rmSync(`${path}-wal`)],
  ['left with its recent changes emptied', (path: string) => truncateSync(`${path}-wal`)],
  ['overwritten with an earlier copy', overwrite],
  ['left without its locks', (path: string) => rmSync(`${path}-shm`)],
])('a file that was %s while it was open is not written to', async (_how, lose) => {
  const path = file();
  const commits = await written(path);
  lose(path);
  await expect(write(commits)).rejects.toMatchObject({ name: 'FileReplacedError' });
  await commits.close();
});

test('a file in a missing folder fails, and is opened once the folder exists', async () => {
  const path = join(folder, 'later', 'names.db');
  const commits = new SqliteCommits(path, tables);
  await expect(write(commits)).rejects.toMatchObject({ code: 'ENOENT' });
  mkdirSync(join(folder, 'later'));
  await write(commits);
  await commits.close();
  await expect(written(folder)).rejects.toThrow('unable to open database file');
});

test('a relative path is that of the folder in which it was given; one of no file is refused', () => {
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder);
  expect(databasePath('names.db', 'the store')).toBe(join(folder, 'names.db'));
  cwd.mockRestore();
  expect(databasePath(':memory:', 'the store')).toBe(':memory:');
  // Too long for any file: that is said when it is opened.
  expect(databasePath('a'.repeat(5_000), 'the store')).toMatch(/a{5000}$/);
  const wrong = {
    'is empty': ['', ' ', '\t\n'],
    'is a URL': ['file:a.db', 'sqlite:a.db', 'postgres://host/a'],
    'is a folder': [folder, `${folder}/new/`],
    'has a null character': ['a\0b'],
    'must be text, and is number': [1 as never],
  };
  for (const [what, paths] of Object.entries(wrong)) {
    for (const path of paths) {
      expect(() => databasePath(path, 'it')).toThrow(`The path of it ${what}.`);
    }
  }
});
