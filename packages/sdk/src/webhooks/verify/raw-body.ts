import { WebhookError } from '../webhook-error.ts';

const encoder = new TextEncoder();

/** The body of a request exactly as it arrived. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** Also recognizes buffers of other realms, which test runners and workers create. */
function isArrayBuffer(value: object): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return `${value}: no raw body was given`;
  if (typeof value !== 'object') return `a ${typeof value}`;
  const { then, arrayBuffer, pipe, getReader } = value as Readonly<Record<string, unknown>>;
  if (typeof then === 'function') return 'a promise: await it';
  if (typeof arrayBuffer === 'function') return 'a request: pass `await request.arrayBuffer()`';
  if (typeof pipe === 'function' || typeof getReader === 'function') {
    return 'a stream: read all of its bytes first';
  }
  return 'a parsed object: a body parser, such as express.json(), has read the JSON';
}

/**
 * Copies a raw body to bytes, so that what is verified is what is read.
 *
 * @throws WebhookError `WEBHOOK_BODY_PARSED` for anything that is not a raw body
 */
export function bytesOf(rawBody: unknown): Uint8Array<ArrayBuffer> {
  if (typeof rawBody === 'string') {
    if (/^\[object \w+\]$/.test(rawBody)) {
      const message =
        'The body is an object converted to a string, not JSON: it was parsed before.';
      throw new WebhookError('WEBHOOK_BODY_PARSED', { message });
    }
    return encoder.encode(rawBody);
  }
  if (ArrayBuffer.isView(rawBody)) {
    const { buffer, byteOffset, byteLength } = rawBody;
    return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
  }
  if (typeof rawBody === 'object' && rawBody !== null && isArrayBuffer(rawBody)) {
    return new Uint8Array(rawBody.slice(0));
  }
  throw new WebhookError('WEBHOOK_BODY_PARSED', {
    message: `The body must be a string, Uint8Array or ArrayBuffer; it is ${describe(rawBody)}.`,
  });
}
