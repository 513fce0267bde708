import { guarded } from '../errors/wallet-error.ts';
import { eachCall, type WalletTransport } from './transport.ts';

/** Wraps a transport so that it rejects only with a `WalletError`. */
export function guardTransport(transport: WalletTransport): WalletTransport {
  return eachCall((call, request, options) =>
    guarded<unknown>(() => transport[call](request as never, options)),
  );
}
