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
  const { code = '' } = Object(cause) as { readonly code?: string };
  const reason = reasons[code];
  return new ArgumentError(reason === undefined ? what : `${what}: ${reason}`, { cause });
}

/** Reads a file that the command line names. @throws ArgumentError that says why it cannot be read */
export function readInput(path: string, place = path): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => {
    throw unusable(`${place} cannot be read`, cause);
  });
}

/** A word that can be pasted into a shell. */
export const shellWord = (text: string): string =>
  /^[\w./:@=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
