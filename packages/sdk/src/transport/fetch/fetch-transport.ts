import type { Transport } from '../transport.ts';
import type { FetchFunction } from './fetch-function.ts';

/**
 * Returns a transport over a fetch function, or over the global `fetch` of the moment of each
 * request. It is built on ky, which is loaded with the first request.
 */
export function fetchTransport(fetchFunction?: FetchFunction): Transport {
  let send: Transport | undefined;
  const load = async (): Promise<Transport> => {
    const { overKy } = await import('./over-ky.ts');
    send ??= overKy(fetchFunction);
    return send;
  };
  return (request) =>
    send === undefined ? load().then((loaded) => loaded(request)) : send(request);
}
