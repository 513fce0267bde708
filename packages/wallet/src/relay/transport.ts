import type { RelayCall, RelayCalls } from '../relay-protocol.ts';

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
