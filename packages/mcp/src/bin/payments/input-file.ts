import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ArgumentError } from '@org/payments-contract/internal';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'what it is on can only be read',
  ENOSPC: 'the disk is full',
};

/** The error of a file that the command line names, with the reason as far as it is known. */
export function unusable(what: string, cause: unknown): ArgumentError {
  const { code = '', name, message } = Object(cause) as Partial<NodeJS.ErrnoException>;
  const isKnown = code === 'ERR_SQLITE_ERROR' || name === 'FileVersionError';
  // Of any other, what the system says: `EMFILE: too many open files, open '/a'`.
  const said = new RegExp(`^${code || '-'}: ([^,]+)`).exec(message ?? '')?.[1];
  const reason = reasons[code] ?? (isKnown ? message : said);
  return new ArgumentError(reason === undefined ? what : `${what}: ${reason}`, { cause });
}

/** Reads a file that the command line names. @throws ArgumentError that says why it cannot be read */
export function readInput(path: string, place = path): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => {
    throw unusable(`${place} cannot be read`, cause);
  });
}

/** The encoding that a byte-order mark names; undefined without one, or for UTF-8. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** The text of a file, without its byte-order mark: shells of Windows write one. */
export const textOf = (bytes: Uint8Array): string =>
  new TextDecoder(utf16Of(bytes) ?? 'utf-8').decode(bytes);

/**
 * Writes a file that only its owner can read: it is whole or not there, whoever else writes it at the
 * same time, and on the disk when this returns.
 *
 * @throws ArgumentError that says why it cannot be written
 */
export function replaceFile(path: string, text: string, place = path): void {
  const draft = `${path}.${randomUUID()}.part`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw unusable(`${place} cannot be written`, cause);
  }
}

export const shellWord = (text: string): string =>
  /^[\w./:@=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
