import { fromUtf8 } from './decode-body.ts';
import { BodyTooLargeError } from './transport.ts';

/** The source of a body: a response, or a request. */
export type BodySource = Pick<Response, 'body' | 'headers'>;

function declaredLength(source: BodySource): number {
  return Number(source.headers.get('content-length') ?? 0);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
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

/**
 * Reads a body, up to a number of bytes. They are counted as they arrive: the declared length may
 * be wrong, and a compressed body may be of any size.
 *
 * @throws BodyTooLargeError beyond `limit` bytes
 */
export async function readBytes(source: BodySource, limit: number): Promise<Uint8Array> {
  if (source.body === null) return new Uint8Array(0);
  const reader = source.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isTooLarge = declaredLength(source) > limit;
  while (!isTooLarge) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks, size);
    chunks.push(value);
    size += value.byteLength;
    isTooLarge = size > limit;
  }
  await reader.cancel().catch(() => undefined);
  throw new BodyTooLargeError(`The body is larger than ${limit} bytes.`);
}

/**
 * Reads a body as text, up to a number of bytes.
 *
 * @throws BodyTooLargeError beyond `limit` bytes; TypeError for bytes that are not UTF-8
 */
export async function readText(source: BodySource, limit: number): Promise<string> {
  return fromUtf8(await readBytes(source, limit));
}
