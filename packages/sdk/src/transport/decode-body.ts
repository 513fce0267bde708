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
export async function decodeBytes(
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
