/** As many as the kernel follows: more are a circle, which cannot be opened. */
const MAX_LINKS = 40;

/** Where a path leads over symbolic links, as SQLite follows them, also if that does not exist yet. */
export function linkedPath(path: string): string {
  const { lstatSync, readlinkSync } = process.getBuiltinModule('node:fs');
  const { dirname, resolve } = process.getBuiltinModule('node:path');
  let place = path;
  for (let links = 0; links < MAX_LINKS; links += 1) {
    if (path === ':memory:' || !lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink())
      break;
    place = resolve(dirname(place), readlinkSync(place));
  }
  return place;
}

/**
 * Creates the file of a database if it does not exist, readable only by its owner; SQLite creates
 * the files beside it with the same mode. An existing file is not opened: closing a descriptor of
 * it would release the locks that other databases of this process hold on it.
 */
export function createPrivateFile(path: string): void {
  // Not an import, which a bundler for workers would follow.
  const files = process.getBuiltinModule('node:fs');
  if (path === ':memory:' || files.existsSync(path)) return;
  const draft = `${path}.${crypto.randomUUID()}`;
  files.closeSync(files.openSync(draft, 'wx', 0o600));
  try {
    files.linkSync(draft, path);
  } catch (error) {
    // Another database has created it in the meantime.
    if (!files.existsSync(path)) throw error;
  } finally {
    files.unlinkSync(draft);
  }
}

/** SQLite keeps recent changes, and the locks of a file, in two files beside it. */
const endings = ['', '-wal', '-shm'];

/** The file of a database was deleted, replaced or emptied while it was open. */
export class FileReplacedError extends Error {
  override readonly name = 'FileReplacedError';
}

/**
 * The identity of a file on its device; undefined if it does not exist, or if it is the database
 * itself and empty.
 */
function identityOf(path: string, ending: string): string | undefined {
  const stat = process
    .getBuiltinModule('node:fs')
    .statSync(path + ending, { bigint: true, throwIfNoEntry: false });
  if (stat === undefined || (ending === '' && stat.size === 0n)) return undefined;
  return `${stat.dev}:${stat.ino}`;
}

/** How the file of recent changes begins, in either byte order. */
const walHeaders = ['377f0682', '377f0683'];

/** Whether the file of recent changes has a beginning; one that was emptied has a hole there. */
function hasBeginning(path: string): boolean {
  const files = process.getBuiltinModule('node:fs');
  const file = files.openSync(`${path}-wal`, 'r');
  try {
    const header = Buffer.alloc(4);
    return files.readSync(file, header) === 0 || walHeaders.includes(header.toString('hex'));
  } finally {
    files.closeSync(file);
  }
}

/**
 * Returns a function that compares the files with those that exist now, and throws a
 * `FileReplacedError` if one was deleted or replaced, or the database emptied: a process writes to
 * such a file without any error, and the next process does not find what it wrote. Call it after a
 * change was written.
 */
export function fileCheck(path: string): () => void {
  if (path === ':memory:') return () => undefined;
  const identities = endings.map((ending) => [ending, identityOf(path, ending)] as const);
  return () => {
    for (const [ending, identity] of identities) {
      if (identity === undefined || identityOf(path, ending) === identity) continue;
      const change = 'was deleted, replaced or emptied while it was open';
      throw new FileReplacedError(`The file ${path}${ending} ${change}.`);
    }
    if (identities[1]?.[1] === undefined || hasBeginning(path)) return;
    throw new FileReplacedError(`The file ${path}-wal was emptied while it was open.`);
  };
}
