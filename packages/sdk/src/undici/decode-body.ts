import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import { BodyTooLargeError } from '../transport/transport.ts';

type Decoder = (bytes: Uint8Array, options: ZlibOptions) => Promise<Buffer>;

const asZlib: Decoder = promisify(inflate);
const asRaw: Decoder = promisify(inflateRaw);
const asGzip: Decoder = promisify(gunzip);

/** `deflate` is zlib's format; some servers send the bare stream, whose first nibble differs. */
const asDeflate: Decoder = (bytes, options) =>
  ((bytes[0] ?? 0) & 0x0f) === 0x08 ? asZlib(bytes, options) : asRaw(bytes, options);

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: asGzip,
  'x-gzip': asGzip,
  deflate: asDeflate,
  br: promisify(brotliDecompress),
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

async function decompress(bytes: Uint8Array, name: string, limit: number): Promise<Uint8Array> {
  const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (decode === undefined) return bytes;
  try {
    return await decode(bytes, { maxOutputLength: limit });
  } catch (error) {
    const isTooLarge = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? new BodyTooLargeError(`The body is larger than ${limit} bytes.`) : error;
  }
}

/**
 * The text of a body, decompressed as its `Content-Encoding` says.
 *
 * @throws BodyTooLargeError beyond `limit` bytes; TypeError for bytes that are no UTF-8
 */
export async function decodeBody(
  bytes: Uint8Array,
  encoding: string | null,
  limit: number,
): Promise<string> {
  if (encoding === null) return utf8.decode(bytes);
  const names = encoding.toLowerCase().split(',');
  let plain = bytes;
  for (const name of names.reverse()) plain = await decompress(plain, name.trim(), limit);
  return utf8.decode(plain);
}
