import { BodyTooLargeError } from './transport.ts';

/** What a body is read from: a response, or a request. */
export type BodySource = Pick<Response, 'body' | 'headers' | 'arrayBuffer'>;

function declaredLength(response: BodySource): number | undefined {
  const header = response.headers.get('content-length');
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}

function tooLarge(limit: number): BodyTooLargeError {
  return new BodyTooLargeError(`The body is larger than ${limit} bytes.`);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The fast way, for a body whose declared length is within the limit. */
async function readWhole(response: BodySource, limit: number): Promise<string> {
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength > limit) throw tooLarge(limit);
  return utf8.decode(bytes);
}

async function readCounted(stream: ReadableStream<Uint8Array>, limit: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = stream.getReader();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel().catch(() => undefined);
      throw tooLarge(limit);
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Reads a body as text, up to a number of bytes. */
export async function readBody(response: BodySource, limit: number): Promise<string> {
  if (response.body === null) return '';
  const length = declaredLength(response);
  if (length !== undefined && length > limit) {
    await response.body.cancel().catch(() => undefined);
    throw tooLarge(limit);
  }
  const isSmallEnough = length !== undefined && response.headers.get('content-encoding') === null;
  return isSmallEnough ? readWhole(response, limit) : readCounted(response.body, limit);
}
