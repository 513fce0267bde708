import { type FetchFunction, kyTransport } from './ky-transport.ts';
import type { Transport } from './transport.ts';

/** The transport of a client that was given none. */
export function defaultTransport(fetch: FetchFunction | undefined): Transport {
  return kyTransport(fetch);
}
