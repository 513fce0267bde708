import { guarded } from '../errors/wallet-error.ts';
import { type RelayCall, relayPaths } from '../relay-protocol.ts';
import type { WalletTransport } from './transport.ts';

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** Wraps a transport so that it rejects only with a `WalletError`. */
export function guardTransport(transport: WalletTransport): WalletTransport {
  const methods = (Object.keys(relayPaths) as RelayCall[]).map((call) => {
    const method = (transport[call] as Method).bind(transport);
    return [call, (...args: readonly unknown[]) => guarded(() => method(...args))];
  });
  return Object.fromEntries(methods) as WalletTransport;
}
