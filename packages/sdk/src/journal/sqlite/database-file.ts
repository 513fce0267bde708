const SQLITE_BUSY = 5;

/**
 * Whether another process holds the file's lock. SQLite does not wait for it in every statement: a
 * change to write-ahead logging fails at once while another process performs the same change.
 */
export function isBusy(error: unknown): boolean {
  return ((error as { readonly errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY;
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
