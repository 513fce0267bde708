import { BodyTooLargeError } from './transport.ts';

function declaredLength(response: Response): number | undefined {
  const header = response.headers.get('content-length');
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}

function tooLarge(limit: number): BodyTooLargeError {
  return new BodyTooLargeError(`The body is larger than ${limit} bytes.`);
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

/** Reads a fetch response's body as text, up to a number of bytes. */
export async function readBody(response: Response, limit: number): Promise<string> {
  if (response.body === null) return '';
  const length = declaredLength(response);
  if (length !== undefined && length > limit) {
    await response.body.cancel().catch(() => undefined);
    throw tooLarge(limit);
  }
  const isSmallEnough = length !== undefined && response.headers.get('content-encoding') === null;
  return isSmallEnough ? response.text() : readCounted(response.body, limit);
}
