import { loadLazy } from '../load-lazy.ts';
import type { RelayTransportOptions } from './relay-transport.ts';
import { eachCall, type WalletTransport } from './transport.ts';

/**
 * Implements the relay protocol over fetch, for your own `transport` that wraps it. The
 * implementation is loaded with the first call.
 */
export function createRelayTransport(options: RelayTransportOptions): WalletTransport {
  return eachCall(async (call, request, sent) => {
    const transport = (await loadLazy()).createRelayTransport(options);
    return transport[call](request as never, sent);
  });
}
