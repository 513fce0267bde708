import type { ZlibOptions, ZstdOptions } from 'node:zlib';
import { BodyTooLargeError } from './transport.ts';

type Zlib = typeof import('node:zlib');
type Callback = (error: Error | null, result: Uint8Array) => void;
type Decoder = (
  zlib: Zlib,
  bytes: Uint8Array,
  options: ZlibOptions & ZstdOptions,
  callback: Callback,
) => void;

/** No service applies more codings than this; each one costs a pass over the body. */
const MAX_CODINGS = 3;

const gzip: Decoder = (zlib, bytes, options, callback) => zlib.gunzip(bytes, options, callback);

const decoders: Readonly<Record<string, Decoder>> = {
  gzip,
  'x-gzip': gzip,
  // `deflate` is zlib's format; some servers send the bare stream, whose first nibble differs.
  deflate: (zlib, bytes, options, callback) =>
    ((bytes[0] ?? 0) & 0x0f) === 0x08
      ? zlib.inflate(bytes, options, callback)
      : zlib.inflateRaw(bytes, options, callback),
  br: (zlib, bytes, options, callback) => zlib.brotliDecompress(bytes, options, callback),
  zstd: (zlib, bytes, options, callback) => zlib.zstdDecompress(bytes, options, callback),
};

/** Loaded on first use, without an import that a bundler would follow. */
function zlib(): Zlib {
  return process.getBuiltinModule('node:zlib');
}

function hasZstd(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 8) || (major === 22 && minor >= 15);
}

let accepted: string | undefined;

/** Returns the value of `Accept-Encoding`: the codings that this version of Node can decode. */
export function acceptedEncodings(): string {
  accepted ??= hasZstd() ? 'gzip, deflate, br, zstd' : 'gzip, deflate, br';
  return accepted;
}

function tooLarge(limit: number): BodyTooLargeError {
  return new BodyTooLargeError(`The body is larger than ${limit} bytes.`);
}

function decompress(bytes: Uint8Array, name: string, limit: number): Promise<Uint8Array> {
  const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (decode === undefined || (name === 'zstd' && !hasZstd())) return Promise.resolve(bytes);
  return new Promise((resolve, reject) => {
    decode(zlib(), bytes, { maxOutputLength: limit }, (error, plain) => {
      if (error === null) resolve(plain);
      else if ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') reject(tooLarge(limit));
      else reject(error);
    });
  });
}

/**
 * Returns the bytes of a body, decompressed according to its `Content-Encoding`. Unknown codings
 * are left as they are.
 *
 * @throws BodyTooLargeError beyond `limit` bytes
 */
async function decodeBytes(
  bytes: Uint8Array,
  encoding: string,
  limit: number,
): Promise<Uint8Array> {
  const names = encoding.toLowerCase().split(',');
  if (names.length > MAX_CODINGS) {
    throw new Error(
      `The body has ${names.length} content codings; at most ${MAX_CODINGS} are read.`,
    );
  }
  let plain = bytes;
  if (plain.byteLength === 0) return plain;
  for (const name of names.reverse()) plain = await decompress(plain, name.trim(), limit);
  return plain;
}

let utf8: TextDecoder | undefined;

/**
 * Returns bytes as text, without a byte order mark.
 *
 * @throws TypeError for bytes that are not UTF-8
 */
export function fromUtf8(bytes: Uint8Array): string {
  utf8 ??= new TextDecoder('utf-8', { fatal: true });
  return utf8.decode(bytes);
}

/** Bytes read before the body is requested; after that the socket is paused. */
const UNREAD_LIMIT = 65_536;

/** Returns the bytes of all chunks; those of a single one without a copy. */
export function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const all = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return all;
}

/** The flow of a response's bytes, as a socket offers it. */
export interface Flow {
  pause(): void;
  resume(): void;
  /** Ends the exchange before its body is complete. */
  stop(error: Error): void;
}

/** Collects the bytes of one response body, up to the limit of the reader. */
export class IncomingBody {
  readonly #flow: Flow;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #limit: number | undefined;
  #ended = false;
  #failure: { readonly reason: unknown } | undefined;
  #settle: { resolve(): void; reject(reason: unknown): void } | undefined;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  /** Whether every byte has arrived. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Whether the body has not been asked for. */
  get isUnread(): boolean {
    return this.#limit === undefined;
  }

  push(chunk: Uint8Array): void {
    if (this.#failure !== undefined) return;
    this.#chunks.push(chunk);
    this.#size += chunk.byteLength;
    if (this.#limit !== undefined) {
      if (this.#size > this.#limit) this.#refuse(this.#limit);
    } else if (this.#size > UNREAD_LIMIT) this.#flow.pause();
  }

  end(): void {
    this.#ended = true;
    this.#settle?.resolve();
  }

  fail(reason: unknown): void {
    if (this.#failure !== undefined || this.#ended) return;
    this.#failure = { reason };
    this.#chunks = [];
    this.#settle?.reject(reason);
  }

  /** Reads the body as text; see `TransportResponse.text`. */
  async text(limit: number, declared: string | null, encoding: string | null): Promise<string> {
    return fromUtf8(await this.bytes(limit, declared, encoding));
  }

  /** Reads the body as bytes; see `TransportResponse.bytes`. */
  async bytes(
    limit: number,
    declared: string | null,
    encoding: string | null,
  ): Promise<Uint8Array> {
    const rest = this.#rest(limit, declared);
    if (rest !== undefined) await rest;
    const bytes = this.#whole();
    return encoding === null ? bytes : await decodeBytes(bytes, encoding, limit);
  }

  /** Lets the rest of the body arrive; undefined if it has arrived. */
  #rest(limit: number, declared: string | null): Promise<void> | undefined {
    this.#limit = limit;
    if (Math.max(this.#size, Number(declared ?? 0) || 0) > limit) this.#refuse(limit);
    if (this.#ended || this.#failure !== undefined) return undefined;
    return new Promise<void>((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#flow.resume();
    });
  }

  #whole(): Uint8Array {
    if (this.#failure !== undefined) throw this.#failure.reason;
    return joined(this.#chunks, this.#size);
  }

  #refuse(limit: number): void {
    if (this.#failure !== undefined) return;
    const error = tooLarge(limit);
    this.#failure = { reason: error };
    this.#chunks = [];
    this.#settle?.reject(error);
    if (!this.#ended) this.#flow.stop(error);
  }
}
