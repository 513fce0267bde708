import { WalletError } from './errors/wallet-error.ts';
import { hasKeyFunctions } from './platform/captured.ts';
import { once } from './platform/once.ts';
import type { WalletEnvironment } from './read-environment.ts';
import type { RelayTransportOptions } from './relay/relay-transport.ts';
import { eachCall, type WalletTransport } from './relay/transport.ts';

/** The exports of the lazy chunk. */
export type LazyChunk = typeof import('./lazy-chunk.ts');

const load = once(() => import('./lazy-chunk.ts'));

const NOT_LOADED =
  'A part of the wallet was not loaded. Try again; Firefox needs a reload of the page.';

/**
 * Loads the cryptography and the ceremonies, once per page. A failed load is repeated at the next
 * use, except in Firefox, which fails again until the page is loaded again.
 *
 * @throws WalletError `INSECURE_CONTEXT`, `NETWORK`
 */
export async function loadLazy(): Promise<LazyChunk> {
  if (!hasKeyFunctions()) throw new WalletError('INSECURE_CONTEXT');
  try {
    return await load();
  } catch (cause) {
    throw new WalletError('NETWORK', { cause, message: NOT_LOADED });
  }
}

const emptyEnvironment: WalletEnvironment = {
  hasPage: false,
  isSecureContext: false,
  hasWebAuthn: false,
  hasConditionalUi: false,
  hasPlatformAuthenticator: false,
  storage: 'memory',
  isFramed: false,
  isCrossOriginFrame: false,
  missing: [],
  recommendedMethod: 'none',
};

/** Determines the capabilities of this page. Never throws, also on a server. */
export async function getWalletEnvironment(): Promise<WalletEnvironment> {
  if (typeof window === 'undefined' || typeof document === 'undefined') return emptyEnvironment;
  const lazy = await loadLazy().catch(() => undefined);
  return lazy === undefined ? { ...emptyEnvironment, hasPage: true } : lazy.readEnvironment();
}

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
