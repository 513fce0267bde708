import { isNode } from '../runtime.ts';
import { nodeHttpTransport } from './node-http/node-http-transport.ts';
import type { FetchFunction, Transport } from './transport.ts';

/**
 * Returns a transport over a fetch function, or over the global `fetch` of the moment of each
 * request. It is built on ky, which is loaded with the first request.
 */
export function fetchTransport(fetchFunction?: FetchFunction): Transport {
  let send: Transport | undefined;
  const load = async (): Promise<Transport> => {
    const { overKy } = await import('./fetch/over-ky.ts');
    send ??= overKy(fetchFunction);
    return send;
  };
  return (request) =>
    send === undefined ? load().then((loaded) => loaded(request)) : send(request);
}

let shared: Transport | undefined;

/**
 * Returns the transport of clients that name no `transport`: over the given `fetch`, or one pool over
 * `node:http` for the whole process on Node, or the global `fetch` elsewhere.
 */
export function defaultTransport(fetch?: FetchFunction): Transport {
  if (fetch !== undefined) return fetchTransport(fetch);
  shared ??= isNode() ? nodeHttpTransport() : fetchTransport();
  return shared;
}
