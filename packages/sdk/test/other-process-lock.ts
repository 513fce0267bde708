import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * The error with which SQLite refuses another process the file for itself; empty if it gets it. It
 * then also deletes the file of recent changes of those that lost their locks.
 */
export async function refusedExclusiveLock(path: string): Promise<string> {
  const program = `const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(process.argv[1], { timeout: 0 });
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    try { database.exec('BEGIN IMMEDIATE; COMMIT'); } catch ({ message }) { console.log(message); }`;
  const args = ['--disable-warning=ExperimentalWarning', '-e', program, path];
  return (await promisify(execFile)(process.execPath, args)).stdout.trim();
}
