import { ConfigurationError } from '../errors/caller-errors.ts';

/**
 * The path of a database from the root, so that a file stays the same one when the process changes its
 * folder.
 *
 * @param of what is kept there
 * @throws ConfigurationError for what is not the path of a file
 */
export function databasePath(path: unknown, of: string): string {
  if (typeof path !== 'string' || path === '' || /\0|^file:/i.test(path)) {
    const message = `The path of ${of} must be text, and not a URL.`;
    throw new ConfigurationError('path', message, 'Pass the path of a file, such as "writes.db".');
  }
  if (path === ':memory:') return path;
  return globalThis.process?.getBuiltinModule?.('node:path')?.resolve(path) ?? path;
}
