import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ArgumentError } from '@org/payments-contract/internal';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not',
  ENOSPC: 'the disk is full',
};

/** The error of a file that the command line names, with the reason as far as it is known. */
export function unusable(what: string, cause: unknown): ArgumentError {
  const { code = '', message } = Object(cause) as {
    readonly code?: string;
    readonly message?: string;
  };
  const reason = reasons[code] ?? (code === 'ERR_SQLITE_ERROR' ? message : undefined);
  return new ArgumentError(reason === undefined ? what : `${what}: ${reason}`, { cause });
}

/** Reads a file that the command line names. @throws ArgumentError that says why it cannot be read */
export function readInput(path: string, place = path): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => {
    throw unusable(`${place} cannot be read`, cause);
  });
}

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

/** A word that can be pasted into a shell. */
export const shellWord = (text: string): string =>
  /^[\w./:@=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
