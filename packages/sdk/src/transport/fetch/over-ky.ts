import ky, { isNetworkError, type Options } from 'ky';
import { fromUtf8, joined } from '../incoming-body.ts';
import { plainError } from '../plain-error.ts';
import type { FetchFunction, FetchInit, FetchResponse } from '../transport.ts';
import {
  BodyTooLargeError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '../transport.ts';

/** The mode in which a request goes past every cache; empty for older workers, whose requests throw for it. */
function cacheMode(): Pick<FetchInit, 'cache'> {
  try {
    new Request('https://localhost', { cache: 'no-store' });
    return { cache: 'no-store' };
  } catch {
    return {};
  }
}

/** The source of a body: a response, or a request. */
type BodySource = Pick<Response, 'body' | 'headers'>;

/**
 * Reads a body, up to a number of bytes. They are counted as they arrive: the declared length may
 * be wrong, and a compressed body may be of any size.
 *
 * @throws BodyTooLargeError beyond `limit` bytes
 */
async function readBytes(source: BodySource, limit: number): Promise<Uint8Array> {
  if (source.body === null) return new Uint8Array(0);
  const reader = source.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isTooLarge = Number(source.headers.get('content-length') ?? 0) > limit;
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

/** Statuses whose responses never have a body. */
const withoutBody = [204, 205, 304];

const encoder = new TextEncoder();

function streamOf(body: NonNullable<FetchResponse['body']>): ReadableStream<Uint8Array> {
  if (body instanceof ReadableStream) return body;
  const pieces = (body as AsyncIterable<string | Uint8Array>)[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}

/** A response of the platform, whatever the class of the one that was returned. */
function platformResponse(given: FetchResponse): Response {
  if (given instanceof Response) return given;
  const { status, headers, body } = given;
  const stream = body === null || withoutBody.includes(status) ? null : streamOf(body);
  return new Response(stream as BodyInit | null, {
    status,
    headers: [...headers].map(([name, value]): [string, string] => [name, value]),
  });
}

/**
 * Calls a function of the user with a request in the form that it takes, and returns the response
 * as one of the platform.
 */
async function callFetch(
  given: FetchFunction,
  request: Request,
  {
    mode,
    body: whole,
  }: { readonly mode: Pick<FetchInit, 'cache'>; readonly body: TransportRequest['body'] },
): Promise<Response> {
  const body = typeof whole === 'string' ? whole : undefined;
  const { url, method, signal } = request;
  const takesUrl = given.length === 2;
  const isUpload = body === undefined && request.body !== null;
  const upload = async () =>
    takesUrl ? new Uint8Array(await request.arrayBuffer()) : request.body;
  const content = isUpload ? await upload() : body;
  const init: FetchInit = {
    method,
    headers: Object.fromEntries(request.headers),
    signal,
    redirect: 'manual',
    ...mode,
    ...(content !== undefined && { body: content as NonNullable<FetchInit['body']> }),
    ...(isUpload && !takesUrl && { duplex: 'half' as const }),
  };
  // A function that takes a URL without declaring its options writes the request as a URL.
  const target = takesUrl ? url : Object.defineProperty(request, 'toString', { value: () => url });
  return platformResponse(await given(target as Request & string, init));
}

/**
 * Waits one turn of the event loop. It uses a message channel instead of a timer, because tests may
 * simulate timers.
 */
function eventLoopTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

function bodyInit({ body, signal }: TransportRequest): RequestInit {
  if (body === undefined) return {};
  if (typeof body === 'string') return { body };
  // `fetch` leaves the source open when it is aborted; the pipe cancels it.
  const stream = body.stream().pipeThrough(new TransformStream(), { signal });
  return { body: stream, duplex: 'half' } as RequestInit;
}

function lengthHeader({ body }: TransportRequest): Record<string, string> {
  if (typeof body !== 'object' || body.length === undefined) return {};
  return { 'content-length': String(body.length) };
}

function responseOver(response: Response, signal: AbortSignal): TransportResponse {
  const read = async <Value>(value: Promise<Value>): Promise<Value> => {
    try {
      return await value;
    } catch (error) {
      throw signal.aborted ? error : plainError(error);
    }
  };
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    headers: () => response.headers.entries(),
    text: async (limit) => fromUtf8(await read(readBytes(response, limit))),
    bytes: (limit) => read(readBytes(response, limit)),
  };
}

/**
 * Requests after which the event loop gets a turn. The platform keeps the signal of a request (1.6
 * KB) until then, and a function that responds at once would never yield.
 */
const REQUESTS_A_TURN = 500;

/**
 * A transport over ky, which builds the request, hands it to the fetch function once, and tells a
 * failure of the network from other errors. Why its other features are off: docs/transports.md.
 */
export function overKy(given?: FetchFunction): Transport {
  const mode = cacheMode();
  let requests = 0;
  return async (request) => {
    const { method, url, headers, signal } = request;
    requests += 1;
    if (requests % REQUESTS_A_TURN === 0) await eventLoopTurn();
    signal.throwIfAborted();
    try {
      const response = await ky(url, {
        method,
        headers: { ...headers, ...lengthHeader(request) },
        ...bodyInit(request),
        signal,
        redirect: 'manual',
        ...mode,
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
        fetch: (sent: Request) =>
          given === undefined
            ? globalThis.fetch(sent)
            : callFetch(given, sent, { mode, body: request.body }),
      } as Options);
      return responseOver(response, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      // ky's error carries the request with its header fields; only the platform's own error is
      // passed on.
      throw plainError(isNetworkError(error) ? error.cause : error);
    }
  };
}
