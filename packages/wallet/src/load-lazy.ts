import { WalletError } from './errors/wallet-error.ts';
import { hasKeyFunctions } from './platform/captured.ts';

/** The exports of the lazy chunk. */
export type LazyChunk = typeof import('./lazy-chunk.ts');

let loading: Promise<LazyChunk> | undefined;

/**
 * Loads the cryptography and the ceremonies, once per page. A failed load is repeated at the next
 * use.
 *
 * @throws WalletError `INSECURE_CONTEXT`, `NETWORK`
 */
export async function loadLazy(): Promise<LazyChunk> {
  if (!hasKeyFunctions()) throw new WalletError('INSECURE_CONTEXT');
  loading ??= import('./lazy-chunk.ts');
  try {
    return await loading;
  } catch (cause) {
    loading = undefined;
    throw new WalletError('NETWORK', { cause });
  }
}
