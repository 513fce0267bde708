import { WalletError } from '../errors/wallet-error.ts';
import { type LazyChunk, loadLazy } from '../load-lazy.ts';

/**
 * Loads what ceremonies need, where they can be run.
 *
 * @throws WalletError `INSECURE_CONTEXT`, `PASSKEYS_UNSUPPORTED`, `NETWORK`
 */
export async function loadPasskeys(): Promise<LazyChunk> {
  const lazy = await loadLazy();
  if (!lazy.browserSupportsWebAuthn()) throw new WalletError('PASSKEYS_UNSUPPORTED');
  return lazy;
}
