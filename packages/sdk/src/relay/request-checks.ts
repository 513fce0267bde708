import type { RelayCall } from '@org/payments-contract';
import { readText } from '../transport/read-body.ts';
import { BodyTooLargeError } from '../transport/transport.ts';
import type { Body } from './fields.ts';
import type { RelaySettings } from './options.ts';
import { callOf } from './paths.ts';
import { forbidden, invalidInput, RelayRefusal } from './refusal.ts';

/** @throws RelayRefusal 404 for a path that is no call, 405 for another method than POST */
export function requireCall(request: Request, { mount }: RelaySettings): RelayCall {
  const call = callOf(new URL(request.url).pathname, mount);
  if (call === undefined) throw new RelayRefusal(404, 'NOT_FOUND', { message: 'No such call.' });
  if (request.method === 'POST') return call;
  throw new RelayRefusal(405, 'METHOD_NOT_ALLOWED', { message: 'Every call is a POST.' });
}

/**
 * The page a request comes from. Browsers put `Origin` on every POST and do not let a page change
 * it, so a request without one is not from a page of ours.
 *
 * @throws RelayRefusal 403 for a foreign page or none
 */
export function requireOrigin({ headers }: Request, { origins }: RelaySettings): string {
  const origin = headers.get('origin');
  const isForeign = origin === null || !origins.has(origin);
  if (isForeign || headers.get('sec-fetch-site') === 'cross-site') {
    throw forbidden('The request does not come from a page of this platform.');
  }
  return origin;
}

/** @throws RelayRefusal 415 for anything but plain JSON, which no form can send */
export function requireJson({ headers }: Request): void {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  const isUtf8 = parameters.every((parameter) => /^\s*charset="?utf-8"?\s*$/.test(parameter));
  const isEncoded = headers.get('content-encoding') !== null;
  if (type.trim() === 'application/json' && isUtf8 && !isEncoded) return;
  const message = 'Send application/json.';
  throw new RelayRefusal(415, 'UNSUPPORTED_MEDIA_TYPE', { message });
}

function tooLarge(): RelayRefusal {
  return new RelayRefusal(413, 'PAYLOAD_TOO_LARGE', { message: 'The body is too large.' });
}

async function readCounted(request: Request, limit: number): Promise<unknown> {
  // Without the headers, so that the bytes are counted whatever length they declare.
  const source = { body: request.body, headers: new Headers() };
  try {
    return JSON.parse(await readText(source, limit));
  } catch (cause) {
    if (cause instanceof BodyTooLargeError) throw tooLarge();
    return undefined;
  }
}

/** @throws RelayRefusal 413 beyond the limit, 400 for anything but a JSON object */
export async function readJson(request: Request, { maxBodyBytes }: RelaySettings): Promise<Body> {
  if (request.bodyUsed) throw new TypeError('The body was read before the relay got the request.');
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) throw tooLarge();
  const value = await readCounted(request, maxBodyBytes);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body;
  throw invalidInput('The body is not a JSON object.');
}

/** The request without its body, for `authenticate`: whatever it does, the relay can still read. */
export function withoutBody({ url, method, headers }: Request): Request {
  return new Request(url, { method, headers });
}
