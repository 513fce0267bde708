import { WalletError } from './errors/wallet-error.ts';

/** What the lazy chunk offers. */
export type WalletCrypto = typeof import('./crypto-chunk.ts');

let loading: Promise<WalletCrypto> | undefined;

/**
 * Loads the cryptography, once per page. A failed load is not remembered.
 *
 * @throws WalletError `INSECURE_CONTEXT`, `NETWORK`
 */
export async function loadCrypto(): Promise<WalletCrypto> {
  if (globalThis.crypto?.subtle === undefined) throw new WalletError('INSECURE_CONTEXT');
  loading ??= import('./crypto-chunk.ts');
  try {
    return await loading;
  } catch (cause) {
    loading = undefined;
    throw new WalletError('NETWORK', { cause });
  }
}
