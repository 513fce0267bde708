import { WebhookError } from '../webhook-error.ts';
import type { WebhookSettings } from './options.ts';
import { LATE, orLate } from './time-limit.ts';

type Reader = ReadableStreamDefaultReader<Uint8Array>;

function tooLarge(limit: number): WebhookError {
  const message = `The body is larger than ${limit} bytes.`;
  return new WebhookError('WEBHOOK_BODY_TOO_LARGE', { message });
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

async function readAll(reader: Reader, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks, size);
    size += value.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(value);
  }
}

async function readInTime(
  reader: Reader,
  { clock, bodyTimeout, maxBodyBytes }: WebhookSettings,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await orLate(clock, bodyTimeout, readAll(reader, maxBodyBytes));
  if (bytes !== LATE) return bytes;
  const message = `The body did not arrive within ${bodyTimeout} milliseconds.`;
  throw new WebhookError('WEBHOOK_BODY_INCOMPLETE', { message });
}

/**
 * Reads the raw body of a request, with a limit of bytes and of time.
 *
 * @throws WebhookError `WEBHOOK_BODY_PARSED`, `WEBHOOK_BODY_TOO_LARGE`, `WEBHOOK_BODY_INCOMPLETE`
 */
export async function readRawBody(
  request: Request,
  settings: WebhookSettings,
): Promise<Uint8Array<ArrayBuffer>> {
  if (request.bodyUsed || request.body?.locked === true) {
    const message = 'The body was read before the request reached the webhook handler.';
    throw new WebhookError('WEBHOOK_BODY_PARSED', { message });
  }
  const { maxBodyBytes } = settings;
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) {
    throw tooLarge(maxBodyBytes);
  }
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  try {
    return await readInTime(reader, settings);
  } catch (cause) {
    // Not awaited: a sender that stalls must not hold the response back.
    reader.cancel().catch(() => undefined);
    if (cause instanceof WebhookError) throw cause;
    const message = 'The connection closed before the end of the body.';
    throw new WebhookError('WEBHOOK_BODY_INCOMPLETE', { message, cause });
  }
}
