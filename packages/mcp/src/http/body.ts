import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from '../errors/http-refusal.ts';

function tooLarge(limit: number): HttpRefusal {
  return new HttpRefusal('BODY_TOO_LARGE', `A body may have at most ${limit} bytes.`);
}

/**
 * Reads the JSON value of a body of at most `limit` bytes. What is beyond is not kept.
 *
 * @throws HttpRefusal
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<unknown> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new HttpRefusal('INVALID_JSON');
  }
}
