import type * as z from 'zod/mini';
import { metaOf } from './schema-meta.ts';

/** The part of a `Blob` or `File` that an upload reads. */
export interface FileBlob {
  /** Bytes. */
  readonly size: number;
  /** MIME type; may be empty. */
  readonly type: string;
  /** Present on a `File`. */
  readonly name?: string;
  /** Reads the bytes. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A response whose body is a file, such as that of `fetch`. It is read once, while it is sent. */
export interface FileResponse {
  /** Whether the status is one of success; the body of any other is not the file. */
  readonly ok: boolean;
  /** Status of HTTP. */
  readonly status: number;
  /** Its last part is the file's name, if no `Content-Disposition` names it. */
  readonly url: string;
  /** Its headers, of which the file's type, size and name are read. */
  readonly headers: {
    /** The value of a header; null if it is missing. */
    get(name: string): string | null;
  };
  /** The stream of the file; null if there is none. */
  readonly body: object | null;
  /** Whether the body was read already: it cannot be sent then. */
  readonly bodyUsed: boolean;
}

/** A file's content with its name and type. */
export interface FileContent {
  /**
   * The bytes, or a stream of them, or a response. The last two can be read once, so they are not
   * sent again after a failure.
   */
  readonly content:
    | ArrayBuffer
    | ArrayBufferView
    | AsyncIterable<Uint8Array>
    | FileBlob
    | FileResponse;
  /** The file's name as the service stores it. */
  readonly fileName: string;
  /** MIME type. */
  readonly contentType: string;
}

/** A file on this machine, read while it is sent. Only if the runtime has a file system. */
export interface FilePath {
  /** Absolute, or relative to the working directory. */
  readonly path: string;
  /** The file's name as the service stores it. Default: the last part of the path. */
  readonly fileName?: string | undefined;
  /** MIME type. Default: by the extension of the name. */
  readonly contentType?: string | undefined;
}

/**
 * A file to upload: a `Blob` or `File`, the path of a file on this machine, the response of a
 * `fetch`, or its content with name and type.
 */
export type FileInput = FileBlob | FileContent | FilePath | FileResponse;

/** The requirements for a file, checked before it is sent. */
export interface FileRule {
  /** The accepted MIME types. */
  readonly types: readonly string[];
  /** Maximum size in bytes. */
  readonly maxBytes: number;
}

/** The facts known about a file before it is read. */
export interface FileFacts {
  /** The file's name as the service stores it. */
  readonly fileName: string;
  /** MIME type, lowercase and without parameters; empty if unknown. */
  readonly contentType: string;
  /** Bytes; undefined for a path or a stream. */
  readonly size: number | undefined;
}

declare module 'zod/v4/core' {
  interface GlobalMeta {
    /** Requirements for the file; set on fields that are files. */
    file?: FileRule;
  }
}

/** MIME types by the extension of a name, for files without a type. */
const extensions: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  csv: 'text/csv',
};

/** Names that are in use for a type with another one. */
const misnamed: Readonly<Record<string, string>> = { 'image/jpg': 'image/jpeg' };

function typeOf(given: string | undefined, fileName: string): string {
  const [essence = ''] = (given ?? '').split(';');
  const type = essence.trim().toLowerCase();
  if (type !== '') return misnamed[type] ?? type;
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(extensions, extension) ? (extensions[extension] ?? '') : '';
}

function isBlob(value: object): value is FileBlob {
  return (
    'arrayBuffer' in value &&
    typeof value.arrayBuffer === 'function' &&
    'size' in value &&
    typeof value.size === 'number'
  );
}

/** Returns whether a value is a response. */
export function isFileResponse(value: object): value is FileResponse {
  return (
    'ok' in value &&
    typeof value.ok === 'boolean' &&
    'headers' in value &&
    typeof (value.headers as FileResponse['headers'] | null)?.get === 'function'
  );
}

/** Whether a value is bytes, also of another realm, such as that of a test runner. */
function isBytes(value: object): value is ArrayBuffer | ArrayBufferView {
  return (
    ArrayBuffer.isView(value) || Object.prototype.toString.call(value) === '[object ArrayBuffer]'
  );
}

function isContent(value: unknown): value is FileContent['content'] {
  if (typeof value !== 'object' || value === null) return false;
  if (isBytes(value) || isBlob(value) || isFileResponse(value)) return true;
  return Symbol.asyncIterator in value;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || isText(value);
}

/** Returns whether a value has the form of a file to upload. */
export function isFileInput(value: unknown): value is FileInput {
  if (typeof value !== 'object' || value === null) return false;
  const { path, content, fileName, contentType } = value as Readonly<Record<string, unknown>>;
  if (isBlob(value) || isFileResponse(value)) return true;
  if (path !== undefined)
    return isText(path) && isOptionalText(fileName) && isOptionalText(contentType);
  return isContent(content) && isText(fileName) && isText(contentType);
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** The bytes of a response, unless they are compressed on their way. */
function sizeOfResponse({ headers }: FileResponse): number | undefined {
  const length = headers.get('content-length') ?? '';
  return headers.get('content-encoding') === null && /^\d{1,15}$/.test(length)
    ? Number(length)
    : undefined;
}

/** The name that a response gives its file (RFC 6266), without folders. */
function nameInHeaders({ headers }: FileResponse): string | undefined {
  const text = headers.get('content-disposition') ?? '';
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(text) ?? [];
  const [, quoted, token] =
    /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(text) ?? [];
  const plain = quoted?.replaceAll(/\\(.)/g, '$1') ?? token;
  try {
    return (
      lastPart((encoded === undefined ? plain : decodeURIComponent(encoded)) ?? '') || undefined
    );
  } catch {
    return plain;
  }
}

function nameInUrl(url: string): string {
  const name = URL.canParse(url) ? lastPart(new URL(url).pathname) : '';
  try {
    return decodeURIComponent(name) || 'file';
  } catch {
    return 'file';
  }
}

function sizeOfContent(content: FileContent['content']): number | undefined {
  if (isBytes(content)) return content.byteLength;
  if (isBlob(content)) return content.size;
  return isFileResponse(content) ? sizeOfResponse(content) : undefined;
}

/** Returns the facts known about a file before it is read. */
export function fileFacts(file: FileInput): FileFacts {
  if ('path' in file) {
    const fileName = file.fileName ?? lastPart(file.path);
    return { fileName, contentType: typeOf(file.contentType, fileName), size: undefined };
  }
  if ('content' in file) {
    const { content, fileName, contentType } = file;
    return { fileName, contentType: typeOf(contentType, fileName), size: sizeOfContent(content) };
  }
  if (isFileResponse(file)) {
    const fileName = nameInHeaders(file) ?? nameInUrl(file.url);
    const type = file.headers.get('content-type') ?? undefined;
    return { fileName, contentType: typeOf(type, fileName), size: sizeOfResponse(file) };
  }
  const { name, type, size } = file;
  const fileName = isText(name) ? name : 'file';
  return { fileName, contentType: typeOf(type, fileName), size };
}

/** Returns what is wrong with the size of a file, if anything. */
export function fileSizeProblem(size: number, { maxBytes }: FileRule): string | undefined {
  if (size === 0) return 'is empty';
  return size > maxBytes ? `has ${size} bytes; at most ${maxBytes} are allowed` : undefined;
}

/** Returns why the body of a response is not a file that can be sent. */
function responseProblem(file: FileInput): string | undefined {
  const content = 'content' in file ? file.content : file;
  if (!isFileResponse(content)) return undefined;
  if (!content.ok) return `is a response with the status ${content.status}`;
  // A fetch with a `Range`, or a cache, may have only some of the file's bytes.
  if (content.status === 206) return 'is a response with the status 206, a part of a file';
  return content.bodyUsed ? 'is a response whose body was already read' : undefined;
}

/** Returns what is wrong with a file as far as it is known before it is read. */
export function fileProblems(file: FileInput, rule: FileRule): string[] {
  const response = responseProblem(file);
  if (response !== undefined) return [response];
  const { contentType, size } = fileFacts(file);
  const allowed = rule.types.join(', ').replace(/, (?=[^,]*$)/, ' or ');
  const type = contentType === '' ? 'of an unknown type' : `of the type ${contentType}`;
  return [
    rule.types.includes(contentType) ? undefined : `is ${type}; expected ${allowed}`,
    size === undefined ? undefined : fileSizeProblem(size, rule),
  ].filter((problem) => problem !== undefined);
}

/** A file in a body: the name of its field, the file, and its requirements. */
export interface FileField {
  readonly name: string;
  readonly file: FileInput;
  readonly rule: FileRule;
}

interface ObjectSchema {
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
}

/** Returns the files among the fields of a valid body. */
export function filesOf(
  body: z.ZodMiniType | undefined,
  fields: Readonly<Record<string, unknown>>,
): readonly FileField[] {
  const { shape = {} } = (body ?? {}) as ObjectSchema;
  return Object.entries(shape).flatMap(([name, schema]) => {
    const rule = metaOf(schema)?.file;
    const value = fields[name];
    return rule === undefined || !isFileInput(value) ? [] : [{ name, file: value, rule }];
  });
}
