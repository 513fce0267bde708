import ky, { isNetworkError } from 'ky';
import { readBody, readBytes } from './read-body.ts';
import type { Transport } from './transport.ts';

/** A fetch function: takes a request, gives an answer. */
export type FetchFunction = (request: Request) => Promise<Response>;

/**
 * The default transport. Retries, timeouts and status handling of ky are off: the call above
 * decides them by operation.
 */
export function kyTransport(fetchFunction?: FetchFunction): Transport {
  return async ({ method, url, headers, body, signal }) => {
    try {
      const response = await ky(url, {
        method,
        headers: { ...headers },
        signal,
        redirect: 'manual',
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : body.stream() }),
        ...(typeof body === 'object' && { duplex: 'half' as const }),
        ...(fetchFunction === undefined
          ? {}
          : { fetch: (input: unknown) => fetchFunction(input as Request) }),
      });
      return {
        status: response.status,
        header: (name) => response.headers.get(name),
        headers: () => response.headers,
        text: (limit) => readBody(response, limit),
        bytes: (limit) => readBytes(response, limit),
      };
    } catch (error) {
      // ky's error carries the request with its headers; only the platform's own error goes on.
      throw isNetworkError(error) ? error.cause : error;
    }
  };
}
