import { WalletError } from './errors/wallet-error.ts';
import { hasKeyFunctions } from './platform/captured.ts';
import { once } from './platform/once.ts';

/** The exports of the lazy chunk. */
export type LazyChunk = typeof import('./lazy-chunk.ts');

const load = once(() => import('./lazy-chunk.ts'));

/**
 * Loads the cryptography and the ceremonies, once per page. A failed load is repeated at the next
 * use.
 *
 * @throws WalletError `INSECURE_CONTEXT`, `NETWORK`
 */
export async function loadLazy(): Promise<LazyChunk> {
  if (!hasKeyFunctions()) throw new WalletError('INSECURE_CONTEXT');
  try {
    return await load();
  } catch (cause) {
    throw new WalletError('NETWORK', { cause });
  }
}
