import { parseForeignJson } from '@org/payments-contract/internal';
import { BodyTooLargeError } from '@org/payments-sdk';
import { withDeadline } from '../limits/rate-limits.ts';
import { type CallAtPath, callOf, type RelaySettings } from '../options/settings.ts';
import { forbidden, invalidInput, RelayRefusal } from '../refusals/refusal.ts';

/** @throws RelayRefusal 404 for a path that is not a call, 405 for another method than POST */
export function requireCall(request: Request, { mount }: RelaySettings): CallAtPath {
  const found = callOf(new URL(request.url).pathname, mount);
  if (found === undefined) {
    const place = mount === undefined ? '' : `, which is mounted at ${mount}`;
    const message = `The path is not a call of the relay${place}.`;
    throw new RelayRefusal(404, 'NOT_FOUND', { message });
  }
  if (request.method === 'POST') return found;
  throw new RelayRefusal(405, 'METHOD_NOT_ALLOWED', { message: 'The relay accepts only POST.' });
}

/**
 * Returns the origin of a request's page. Browsers put `Origin` on every POST and do not let a page
 * change it, so a request without one is not from a page of the platform.
 *
 * @throws RelayRefusal 403 for a foreign or missing origin
 */
export function requireOrigin({ headers }: Request, { origins }: RelaySettings): string {
  const origin = headers.get('origin');
  const isForeign = origin === null || !origins.has(origin);
  if (isForeign || headers.get('sec-fetch-site') === 'cross-site') {
    const from = origin ?? 'no page';
    throw forbidden(`The request comes from ${from}, which is not one of the relay's \`origins\`.`);
  }
  return origin;
}

/** @throws RelayRefusal 415 for anything but plain JSON, which no form can send */
export function requireJson({ headers }: Request): void {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  const isUtf8 = parameters.every((parameter) => /^\s*charset="?utf-8"?\s*$/.test(parameter));
  const isEncoded = headers.get('content-encoding') !== null;
  if (type.trim() === 'application/json' && isUtf8 && !isEncoded) return;
  const message = 'The content type must be application/json.';
  throw new RelayRefusal(415, 'UNSUPPORTED_MEDIA_TYPE', { message });
}

function tooLarge(): RelayRefusal {
  return new RelayRefusal(413, 'PAYLOAD_TOO_LARGE', { message: 'The body is too large.' });
}

/** @throws RelayRefusal 413 for a body whose declared length is too large, before it is read */
export function requireLength({ headers }: Request, { maxBodyBytes }: RelaySettings): void {
  if (Number(headers.get('content-length') ?? 0) > maxBodyBytes) throw tooLarge();
}

/** Reads at most the limit: bytes are counted as they arrive, because the declared length may be wrong. */
async function readText(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > limit) throw new BodyTooLargeError(`The body is larger than ${limit} bytes.`);
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Reads a body, up to the limit and until the deadline. The rest, which is not read, is cancelled.
 *
 * @throws RelayRefusal 413 beyond the limit, 408 when it is too slow, 400 for anything but a JSON
 *   object of at most 64 levels
 */
export async function readJson(request: Request, settings: RelaySettings): Promise<object> {
  if (request.bodyUsed)
    throw new TypeError('The body was read before the request reached the relay.');
  const { maxBodyBytes, clock, deadlines } = settings;
  const late = () =>
    new RelayRefusal(408, 'REQUEST_TIMEOUT', { message: 'The body did not arrive in time.' });
  const reader = request.body?.getReader();
  let value: unknown;
  try {
    const deadline = { clock, milliseconds: deadlines.body };
    const read = async () => (reader === undefined ? '' : readText(reader, maxBodyBytes));
    value = parseForeignJson(await withDeadline(deadline, read, late));
  } catch (cause) {
    reader?.cancel().catch(() => undefined);
    if (cause instanceof BodyTooLargeError) throw tooLarge();
    if (cause instanceof RelayRefusal) throw cause;
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw invalidInput('The body is not a JSON object of at most 64 levels.');
}

/** The request without its body, for `authenticate`, so that the relay can read the body afterwards. */
export function withoutBody({ url, method, headers }: Request, signal: AbortSignal): Request {
  return new Request(url, { method, headers, signal });
}
