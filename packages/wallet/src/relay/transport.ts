import type { RelayCall, RelayCalls } from '../relay-protocol.ts';

/** What a call to the relay may carry besides its request. */
export interface TransportOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * How the wallet reaches the platform's backend: one method per call of the relay protocol. The
 * default uses fetch; a platform with a backend of its own may write another.
 *
 * Every method rejects with a `WalletError`; what else it rejects with becomes `UNEXPECTED`.
 */
export type WalletTransport = {
  readonly [Call in RelayCall]: (
    request: RelayCalls[Call]['request'],
    options?: TransportOptions,
  ) => Promise<RelayCalls[Call]['response']>;
};
