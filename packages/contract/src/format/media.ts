import * as z from 'zod';

/** A `Blob` or `File`, by what an upload needs of it. */
export interface FileBlob {
  /** Bytes. */
  readonly size: number;
  /** MIME type; may be empty. */
  readonly type: string;
  /** Present on a `File`. */
  readonly name?: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The content of a file with the facts that bytes alone do not tell. */
export interface FileContent {
  /** The bytes, or a stream of them. A stream can be sent once, so it is not sent again after a failure. */
  readonly content: Uint8Array | AsyncIterable<Uint8Array> | FileBlob;
  /** The name the service keeps. */
  readonly fileName: string;
  /** MIME type. */
  readonly contentType: string;
}

/**
 * A file to upload: a `Blob` or `File`, the path of a file on this machine, or its content with name
 * and type.
 */
export type FileInput = FileBlob | FileContent | { readonly path: string };

/** What a file must satisfy, checked before it is sent. */
export interface FileRule {
  /** The MIME types that are taken. */
  readonly types: readonly string[];
  /** Greatest size in bytes. */
  readonly maxBytes: number;
}

declare module 'zod' {
  interface GlobalMeta {
    /** The field is a file; what it must satisfy. */
    file?: FileRule;
  }
}

function isFileInput(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('path' in value) return typeof value.path === 'string' && value.path !== '';
  if ('content' in value) {
    return 'fileName' in value && 'contentType' in value && typeof value.fileName === 'string';
  }
  return 'arrayBuffer' in value && 'size' in value;
}

/** The schema of a file in a multipart body. */
export function file(rule: FileRule): z.ZodType<FileInput, FileInput> {
  const schema = z.unknown().refine(isFileInput, {
    error: 'expected a Blob, a File, { path } or { content, fileName, contentType }',
  });
  return schema.meta({ file: rule }) as unknown as z.ZodType<FileInput, FileInput>;
}
