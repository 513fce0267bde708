import { ConfigurationError } from '../errors/caller-errors.ts';

/** What cannot be looked at is named when it is opened. */
function isFolder(path: string): boolean {
  try {
    const { statSync } = globalThis.process.getBuiltinModule('node:fs');
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** What is wrong with a path, after "The path of the store"; undefined if a file can be there. */
function wrongPath(path: unknown, resolved: string): string | undefined {
  if (typeof path !== 'string') return `must be text, and is ${typeof path}`;
  if (path.trim() === '') return 'is empty';
  if (path.includes('\0')) return 'has a null character';
  if (/^(?:file|sqlite3?):|^[a-z][a-z\d+.-]+:\/\//i.test(path)) return 'is a URL';
  return /[\\/]$/.test(path) || isFolder(resolved) ? 'is a folder' : undefined;
}

/**
 * The path of a database from the root, so that a file stays the same one when the process changes its
 * folder.
 *
 * @param of what is kept there
 * @throws ConfigurationError for what is not the path of a file
 */
export function databasePath(path: string, of: string): string {
  const resolve = globalThis.process?.getBuiltinModule?.('node:path')?.resolve ?? String;
  const resolved = path === ':memory:' ? path : resolve(String(path));
  const wrong = wrongPath(path, resolved);
  if (wrong === undefined) return resolved;
  const message = `The path of ${of} ${wrong}.`;
  throw new ConfigurationError('path', message, 'Pass the path of a file, such as "writes.db".');
}
