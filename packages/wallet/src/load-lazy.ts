import { WalletError } from './errors/wallet-error.ts';
import { hasKeyFunctions } from './platform/captured.ts';
import { once } from './platform/once.ts';

/** The exports of the lazy chunk. */
export type LazyChunk = typeof import('./lazy-chunk.ts');

const load = once(() => import('./lazy-chunk.ts'));

const NOT_LOADED =
  'A part of the wallet could not be loaded. Try again; a browser that keeps the failure, as Firefox does, needs you to load the page again.';

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
