import type { IncomingMessage } from 'node:http';

/** The body of a request: its JSON value, or why there is none. */
export type ReadBody =
  | { readonly value: unknown; readonly problem?: undefined }
  | { readonly problem: 'too large' | 'not JSON' };

/** Reads a body of at most `limit` bytes. What is beyond is not kept. */
export async function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return { problem: 'too large' };
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) return { problem: 'too large' };
    chunks.push(chunk);
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
  } catch {
    return { problem: 'not JSON' };
  }
}
