import { loadLazy } from '../load-lazy.ts';
import { type RelayCall, relayPaths } from '../relay-protocol.ts';
import type { RelayTransportOptions } from './relay-transport.ts';
import type { TransportOptions, WalletTransport } from './transport.ts';

/**
 * Implements the relay protocol over fetch, for your own `transport` that wraps it. The
 * implementation is loaded with the first call.
 */
export function createRelayTransport(options: RelayTransportOptions): WalletTransport {
  const methods = (Object.keys(relayPaths) as RelayCall[]).map((call) => [
    call,
    async (request: unknown, sent?: TransportOptions) => {
      const transport = (await loadLazy()).createRelayTransport(options);
      return (transport[call] as (...sent: unknown[]) => Promise<unknown>)(request, sent);
    },
  ]);
  return Object.fromEntries(methods) as WalletTransport;
}
