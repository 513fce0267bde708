import { statSync } from 'node:fs';

/** SQLite keeps recent changes, and the locks of a file, in two files beside it. */
const endings = ['', '-wal', '-shm'];

/** The file of a journal was deleted or replaced while it was open. */
export class FileReplacedError extends Error {
  override readonly name = 'FileReplacedError';
}

/** The identity of a file on its device; undefined if it does not exist. */
function identityOf(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`;
}

/**
 * Returns a function that compares the files with those that exist now, and throws a
 * `FileReplacedError` if one was deleted or replaced: a process writes to a deleted file without
 * any error, and the next process does not find what it wrote.
 */
export function fileCheck(path: string): () => void {
  if (path === ':memory:') return () => undefined;
  const identities = endings.map((ending) => [path + ending, identityOf(path + ending)] as const);
  return () => {
    for (const [name, identity] of identities) {
      if (identity === undefined || identityOf(name) === identity) continue;
      throw new FileReplacedError(`The file ${name} was deleted or replaced while it was open.`);
    }
  };
}
