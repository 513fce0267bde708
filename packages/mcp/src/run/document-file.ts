import { constants, type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, resolve, sep } from 'node:path';
import type { FileContent } from '@org/payments-contract';
import { ToolError } from '../errors/mcp-errors.ts';

/** Bytes that a document may have, as the contract allows. */
const MAX_BYTES = 10 * 1024 * 1024;

const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  csv: 'text/csv',
};

function refused(why: string, cause?: unknown): ToolError {
  return new ToolError('DOCUMENT_UNAVAILABLE', `The document cannot be read: ${why}.`, { cause });
}

const endings = Object.keys(types)
  .map((ending) => `.${ending}`)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ');

/** The MIME type of a file, by its name. @throws ToolError if its ending is not accepted */
function typeOf(fileName: string): string {
  const ending = fileName.split('.').at(-1)?.toLowerCase() ?? '';
  const type = Object.hasOwn(types, ending) ? types[ending] : undefined;
  if (type !== undefined) return type;
  throw new ToolError(
    'DOCUMENT_UNAVAILABLE',
    `The document cannot be sent: its name does not end in ${endings}.`,
    {
      action:
        'Nothing was sent. Ask the person for the document as a file of such a type, converted if necessary.',
    },
  );
}

/** The real path of a file below one of the folders, with every link followed. @throws ToolError */
async function pathWithin(folders: readonly string[], path: string): Promise<string> {
  for (const folder of folders) {
    const root = await realpath(folder).catch(() => undefined);
    if (root === undefined) continue;
    const found = await realpath(isAbsolute(path) ? path : resolve(root, path)).catch(
      () => undefined,
    );
    if (found?.startsWith(root.endsWith(sep) ? root : `${root}${sep}`) === true) return found;
  }
  // The same for a file that is missing and for one elsewhere: the model does not learn which exist.
  throw refused('no file of this name is in the allowed folders');
}

/** Reads an open file, if it is one of the allowed size. @throws ToolError */
async function contentOf(file: FileHandle): Promise<Uint8Array> {
  const { size } = await file.stat();
  if (size > MAX_BYTES) throw refused(`it has ${size} bytes, and at most ${MAX_BYTES} are allowed`);
  // A file that grows while it is read does not fill the memory.
  const buffer = new Uint8Array(MAX_BYTES + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length);
    length += bytesRead;
    if (bytesRead === 0 || length > MAX_BYTES) break;
  }
  if (length > MAX_BYTES) throw refused(`it has more than ${MAX_BYTES} bytes`);
  return buffer.slice(0, length);
}

/**
 * Reads a document that the model names by its path, from the folders that the operator allows. A link
 * that leads out of them, a path with `..`, a device, a file that is too large
 * and one whose ending is not accepted are refused.
 *
 * @param path absolute, or relative to one of the folders
 * @throws ToolError
 */
export async function documentFile(
  folders: readonly string[],
  path: unknown,
): Promise<FileContent> {
  if (typeof path !== 'string' || path === '' || path.includes('\0')) {
    throw refused('`file` must be the path of a file in an allowed folder');
  }
  const found = await pathWithin(folders, path);
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
  const file = await open(found, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
    throw refused('it cannot be opened', error);
  });
  try {
    const opened = await file.stat();
    if (!opened.isFile()) throw refused('it is not a regular file');
    // A folder that was replaced by a link after the first look shows here.
    const again = await stat(await pathWithin(folders, found));
    if (again.ino !== opened.ino || again.dev !== opened.dev) throw refused('it was replaced');
    const fileName = basename(found);
    const contentType = typeOf(fileName);
    return { content: await contentOf(file), fileName, contentType };
  } finally {
    await file.close();
  }
}
