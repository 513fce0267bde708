import type { RelayCall, RelayCalls } from '@org/payments-relay/protocol';
import { relayPaths } from '@org/payments-relay/protocol';
import { guarded } from '../errors/wallet-error.ts';

/** The options of a call to the relay. */
export interface TransportOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * How the wallet reaches the platform's backend: one method per call of the relay protocol. The
 * default uses fetch; a platform with another backend may write its own.
 *
 * Every method rejects with a `WalletError`; any other error becomes `UNEXPECTED`.
 */
export type WalletTransport = {
  readonly [Call in RelayCall]: (
    request: RelayCalls[Call]['request'],
    options?: TransportOptions,
  ) => Promise<RelayCalls[Call]['response']>;
};

/**
 * A transport whose calls all go through one function. Made without functions of the language that
 * a script could have replaced: it would be handed every request and response.
 */
export function eachCall(
  send: (call: RelayCall, request: object, options?: TransportOptions) => Promise<unknown>,
): WalletTransport {
  const methods = { __proto__: null } as unknown as Record<string, unknown>;
  for (const call in relayPaths) {
    methods[call] = (request: object, options?: TransportOptions) =>
      send(call as RelayCall, request, options);
  }
  return methods as unknown as WalletTransport;
}

/** Wraps a transport so that it rejects only with a `WalletError`. */
export function guardTransport(transport: WalletTransport): WalletTransport {
  return eachCall((call, request, options) =>
    guarded<unknown>(() => transport[call](request as never, options)),
  );
}
