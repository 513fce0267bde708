import {
  type FileContent,
  type FileField,
  type FileInput,
  type FilePath,
  type FileResponse,
  fileFacts,
  fileSizeProblem,
  isFileResponse,
} from '@org/payments-contract';
import { InvalidRequestError } from '../../../errors/caller-errors.ts';
import type { CalledOperation } from '../../context.ts';
import type { EncodedBody, MultipartBody, OpenFile } from './multipart.ts';

type Name = CalledOperation['name'];

/** Where the bytes of a file come from. */
interface Source {
  readonly size: number | undefined;
  /** Whether the bytes can be read more than once. */
  readonly canRepeat: boolean;
  read(): AsyncIterable<Uint8Array>;
}

/** A checked file of a body, and the state of reading it. */
export interface CheckedFile extends OpenFile {
  readonly canRepeat: boolean;
  /** Whether a source that can be read once has been read. */
  readonly isConsumed: boolean;
  /** Why reading failed: an error of the source, or more or fewer bytes than it may have. */
  readonly failure: InvalidRequestError | undefined;
}

/** The files of a body that is encoded while it is sent. */
export interface Upload extends Omit<EncodedBody, keyof MultipartBody> {
  readonly files: readonly CheckedFile[];
}

/** Bytes of a file are read in pieces of this size. */
const READ_BYTES = 64 * 1024;

function refused(field: FileField, message: string, operation: Name, cause?: unknown) {
  return new InvalidRequestError([{ path: field.name, message }], { operation, cause });
}

/** Creates the error for an upload that was aborted, possibly after part of it was sent. */
function brokenOff(field: FileField, message: string, operation: Name, cause?: unknown) {
  const action =
    'Pass a file that meets the conditions in `issues`. The upload was stopped before its end, and the service does not act on an incomplete request: nothing was changed.';
  return new InvalidRequestError([{ path: field.name, message }], { operation, cause, action });
}

/** The system's code of an error, such as `ENOENT`. Its message holds the path. */
function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : 'an error';
}

function fileSystem(field: FileField, operation: Name) {
  const { process } = globalThis as { readonly process?: typeof globalThis.process };
  const files = process?.getBuiltinModule?.('node:fs/promises');
  if (files !== undefined) return files;
  throw refused(field, 'is a path, and this runtime has no file system; pass bytes', operation);
}

/** The file behind a path. Its size is known before anything is sent. */
async function ofPath({ path }: FilePath, field: FileField, operation: Name): Promise<Source> {
  const files = fileSystem(field, operation);
  try {
    const facts = await files.stat(path);
    if (!facts.isFile()) throw refused(field, 'is a path that does not lead to a file', operation);
    return {
      size: facts.size,
      canRepeat: true,
      async *read() {
        const handle = await files.open(path);
        try {
          for (;;) {
            const { bytesRead, buffer } = await handle.read(new Uint8Array(READ_BYTES));
            if (bytesRead === 0) return;
            yield buffer.subarray(0, bytesRead);
          }
        } finally {
          await handle.close();
        }
      },
    };
  } catch (error) {
    if (error instanceof InvalidRequestError) throw error;
    throw refused(field, `is a path that cannot be read (${codeOf(error)})`, operation, error);
  }
}

function isBlob(value: object): value is Blob {
  return 'arrayBuffer' in value;
}

async function* piecesOf(blob: Blob): AsyncIterable<Uint8Array> {
  for (let start = 0; start < blob.size; start += READ_BYTES) {
    yield new Uint8Array(await blob.slice(start, start + READ_BYTES).arrayBuffer());
  }
}

/** The body of a response: a stream of the platform, or one of Node that a library returns. */
async function* piecesOfResponse({ body }: FileResponse): AsyncIterable<Uint8Array> {
  if (body === null) return;
  if (!(body instanceof ReadableStream)) {
    yield* body as AsyncIterable<Uint8Array>;
    return;
  }
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

function ofContent(content: FileContent['content'], size: number | undefined): Source {
  if ('byteLength' in content) {
    const bytes = ArrayBuffer.isView(content)
      ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
      : new Uint8Array(content);
    const read = async function* () {
      yield bytes;
    };
    return { size: bytes.byteLength, canRepeat: true, read };
  }
  if (isFileResponse(content)) {
    return { size, canRepeat: false, read: () => piecesOfResponse(content) };
  }
  if (isBlob(content)) {
    return { size: content.size, canRepeat: true, read: () => piecesOf(content) };
  }
  return { size: undefined, canRepeat: false, read: () => content as AsyncIterable<Uint8Array> };
}

function sourceOf(file: FileInput, field: FileField, operation: Name): Source | Promise<Source> {
  if ('path' in file) return ofPath(file, field, operation);
  return ofContent('content' in file ? file.content : file, fileFacts(file).size);
}

function sizeProblem(found: number, { size }: Source, { rule }: FileField, isEnd: boolean) {
  if (size !== undefined && found > size) return 'grew while it was sent';
  if (!isEnd) return found > rule.maxBytes ? fileSizeProblem(found, rule) : undefined;
  if (size !== undefined && found < size) return 'became shorter while it was sent';
  return fileSizeProblem(found, rule);
}

/** Reads a source and stops at the first byte beyond its size or limit. */
async function* bounded(
  source: Source,
  field: FileField,
  fail: (message: string, cause?: unknown) => InvalidRequestError,
): AsyncIterable<Uint8Array> {
  let found = 0;
  const check = (isEnd: boolean) => {
    const problem = sizeProblem(found, source, field, isEnd);
    if (problem !== undefined) throw fail(problem);
  };
  try {
    for await (const bytes of source.read()) {
      if (!(bytes instanceof Uint8Array)) throw fail('is a stream of something other than bytes');
      found += bytes.byteLength;
      check(false);
      yield bytes;
    }
  } catch (error) {
    if (error instanceof InvalidRequestError) throw error;
    throw fail(`could not be read to its end (${codeOf(error)})`, error);
  }
  check(true);
}

/**
 * Opens a file of a body. A size that is known is checked at once; of a stream while it is sent.
 *
 * @throws InvalidRequestError for a path that cannot be read, and for a size out of range
 */
export async function openFile(field: FileField, operation: Name): Promise<CheckedFile> {
  const { file, rule } = field;
  const { fileName, contentType } = fileFacts(file);
  const source = await sourceOf(file, field, operation);
  const problem = source.size === undefined ? undefined : fileSizeProblem(source.size, rule);
  if (problem !== undefined) throw refused(field, problem, operation);
  let failure: InvalidRequestError | undefined;
  let isRead = false;
  const fail = (message: string, cause?: unknown) => {
    failure = brokenOff(field, message, operation, cause);
    return failure;
  };
  return {
    fileName,
    contentType,
    size: source.size,
    canRepeat: source.canRepeat,
    get isConsumed() {
      return isRead && !source.canRepeat;
    },
    get failure() {
      return failure;
    },
    read() {
      failure = undefined;
      isRead = true;
      return bounded(source, field, fail);
    },
  };
}
