import ky, { isNetworkError, type Options } from 'ky';
import { plainError } from '../plain-error.ts';
import { readBytes, readText } from '../read-body.ts';
import type { Transport, TransportRequest, TransportResponse } from '../transport.ts';
import type { FetchFunction } from './fetch-function.ts';

function bodyOptions({ body, signal }: TransportRequest): Options {
  if (body === undefined) return {};
  if (typeof body === 'string') return { body };
  // `fetch` leaves the source open when it is aborted; the pipe cancels it.
  const stream = body.stream().pipeThrough(new TransformStream(), { signal });
  return { body: stream, duplex: 'half' } as Options;
}

function lengthHeader({ body }: TransportRequest): Record<string, string> {
  if (typeof body !== 'object' || body.length === undefined) return {};
  return { 'content-length': String(body.length) };
}

/**
 * The signal is handed to fetch and not to ky, which would join it with one of its own for each
 * request.
 */
function fetchWith(signal: AbortSignal, given: FetchFunction | undefined): Options['fetch'] {
  return (input: unknown) => {
    const request = input as Request;
    return given === undefined
      ? globalThis.fetch(request, { signal })
      : given(new Request(request, { signal }));
  };
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
 * A transport over ky. Retries, timeouts and status handling of ky are off: the call above decides
 * them by operation.
 */
export function overKy(given?: FetchFunction): Transport {
  return async (request) => {
    const { method, url, headers, signal } = request;
    signal.throwIfAborted();
    try {
      const response = await ky(url, {
        ...bodyOptions(request),
        method,
        headers: { ...headers, ...lengthHeader(request) },
        redirect: 'manual',
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
        fetch: fetchWith(signal, given),
      } as Options);
      return received(response, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      // ky's error carries the request with its header fields; only the platform's own error goes on.
      throw plainError(isNetworkError(error) ? error.cause : error);
    }
  };
}
