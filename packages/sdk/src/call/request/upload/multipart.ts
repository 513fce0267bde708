import type { StreamedBody } from '../../../transport/transport.ts';

export interface MultipartBody {
  readonly body: StreamedBody;
  readonly contentType: string;
}

export interface EncodedBody extends MultipartBody {
  /** Begins an attempt: its streams are broken off together. */
  begin(): void;
  /**
   * Makes sure that no stream of the attempt comes to its end, whatever the transport does with it.
   *
   * @returns false if the transport already has the last bytes of one, or may have them
   */
  breakOff(): boolean;
}

/** A file as it is read for a body. */
export interface OpenFile {
  readonly fileName: string;
  readonly contentType: string;
  /** Bytes in all; undefined for a stream of unknown size. */
  readonly size: number | undefined;
  /** Reads the file from its beginning. */
  read(): AsyncIterable<Uint8Array>;
}

export type FormField = readonly [name: string, value: string | OpenFile];

const utf8 = new TextEncoder();
const CRLF = '\r\n';
/** The size of a chunk of the body; progress is reported after each. */
const CHUNK_BYTES = 64 * 1024;

/** A name inside the quotes of a header field, as the HTML standard escapes it. */
function quoted(name: string): string {
  const escaped = name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
  return `"${escaped}"`;
}

function headerOf([name, value]: FormField, boundary: string): Uint8Array {
  const isText = typeof value === 'string';
  const file = isText ? '' : `; filename=${quoted(value.fileName)}`;
  const type = isText ? '' : `Content-Type: ${value.contentType}${CRLF}`;
  const disposition = `Content-Disposition: form-data; name=${quoted(name)}${file}${CRLF}`;
  return utf8.encode(`--${boundary}${CRLF}${disposition}${type}${CRLF}`);
}

/** The bytes of a text field, which is sent exactly as it was given. */
function textBytes(text: string): Uint8Array {
  return utf8.encode(text);
}

function* inChunks(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += CHUNK_BYTES) {
    yield bytes.subarray(start, start + CHUNK_BYTES);
  }
}

/**
 * How far the streams of an attempt were read. Either they were broken off, or the last bytes of one
 * were passed on.
 */
interface Reading {
  isBrokenOff: boolean;
  isWhole: boolean;
}

async function* encode(
  fields: readonly FormField[],
  boundary: string,
  reading: Reading,
): AsyncGenerator<Uint8Array, void> {
  for (const field of fields) {
    const [, value] = field;
    yield headerOf(field, boundary);
    if (typeof value === 'string') yield textBytes(value);
    else for await (const bytes of value.read()) yield* inChunks(bytes);
    yield utf8.encode(CRLF);
  }
  if (reading.isBrokenOff) throw new Error('The upload was stopped before its end.');
  reading.isWhole = true;
  yield utf8.encode(`--${boundary}--${CRLF}`);
}

function lengthOf(fields: readonly FormField[], boundary: string): number | undefined {
  let length = utf8.encode(`--${boundary}--${CRLF}`).byteLength;
  for (const field of fields) {
    const [, value] = field;
    const size = typeof value === 'string' ? textBytes(value).byteLength : value.size;
    if (size === undefined) return undefined;
    length += headerOf(field, boundary).byteLength + size + CRLF.length;
  }
  return length;
}

/** Bytes handed to the transport so far, and the total if it is known. */
export interface UploadProgress {
  /** Counts from 0 again when the request is sent again. */
  readonly sent: number;
  /** Bytes in all; undefined for a stream. */
  readonly total: number | undefined;
}

function streamOf(chunks: AsyncGenerator<Uint8Array, void>, onChunk: (bytes: number) => void) {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await chunks.next();
        if (done) return controller.close();
        onChunk(value.byteLength);
        return controller.enqueue(value);
      },
      async cancel() {
        await chunks.return();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Encodes fields as `multipart/form-data` (RFC 7578), file by file while they are sent. Names may
 * hold any character: quotes and line breaks are escaped as browsers escape them.
 */
export function multipartBody(
  fields: readonly FormField[],
  onProgress?: (progress: UploadProgress) => void,
): EncodedBody {
  const boundary = `payments-${crypto.randomUUID()}`;
  const total = lengthOf(fields, boundary);
  let reading: Reading = { isBrokenOff: false, isWhole: false };
  const stream = () => {
    let sent = 0;
    return streamOf(encode(fields, boundary, reading), (bytes) => {
      sent += bytes;
      onProgress?.({ sent, total });
    });
  };
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: { length: total, stream },
    begin() {
      reading = { isBrokenOff: false, isWhole: false };
    },
    breakOff() {
      reading.isBrokenOff ||= !reading.isWhole;
      return reading.isBrokenOff;
    },
  };
}

/** A form as a body that has the same bytes, boundary included, every time it is sent. */
export async function formDataBody(form: FormData): Promise<MultipartBody> {
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? 'multipart/form-data';
  const bytes = await encoded.blob();
  return { contentType, body: { length: bytes.size, stream: () => bytes.stream() } };
}
