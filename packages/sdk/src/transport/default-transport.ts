import { isNode } from '../config/runtime.ts';
import type { FetchFunction } from './fetch/fetch-function.ts';
import { fetchTransport } from './fetch/fetch-transport.ts';
import { nodeHttpTransport } from './node-http/node-http-transport.ts';
import type { Transport } from './transport.ts';

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
