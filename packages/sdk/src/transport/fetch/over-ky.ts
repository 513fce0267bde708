import ky, { isNetworkError, type Options } from 'ky';
import { plainError } from '../plain-error.ts';
import { readBytes, readText } from '../read-body.ts';
import type { Transport, TransportRequest, TransportResponse } from '../transport.ts';
import { callFetch } from './call-fetch.ts';
import { eventLoopTurn } from './event-loop-turn.ts';
import type { FetchFunction } from './fetch-function.ts';

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

function received(response: Response, signal: AbortSignal): TransportResponse {
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
    text: (limit) => read(readText(response, limit)),
    bytes: (limit) => read(readBytes(response, limit)),
  };
}

/**
 * Requests after which the event loop gets a turn. The platform keeps the signal of a request (1.6
 * KB) until then, and a function that responds at once would never yield.
 */
const REQUESTS_A_TURN = 500;

/**
 * A transport over ky. Retries, timeouts and status handling of ky are off: the call above decides
 * them by operation. The one request that ky sends is handed to the fetch function as it is.
 */
export function overKy(given?: FetchFunction): Transport {
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
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
        fetch: (sent: Request) =>
          given === undefined
            ? globalThis.fetch(sent)
            : callFetch(given, sent, typeof request.body === 'string' ? request.body : undefined),
      } as Options);
      return received(response, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      // ky's error carries the request with its header fields; only the platform's own error is
      // passed on.
      throw plainError(isNetworkError(error) ? error.cause : error);
    }
  };
}
