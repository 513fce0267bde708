import type { WalletClock } from '../clock.ts';
import { createIndexedDbVault } from './indexeddb-vault.ts';
import type { Vault } from './vault.ts';

/** The vault of a wallet: the best available, memory only, or your own. */
export type VaultChoice = 'auto' | 'memory' | Vault;

/** The name of the database, different for each account, relying party and person. */
export function vaultName(rpId: string, accountId = '', person?: string): string {
  const name = `payments-wallet:${rpId}:${accountId}`;
  return person === undefined ? name : `${name}:${person}`;
}

/** The vault that survives a reload; undefined for memory only. */
export function durableVault(
  choice: VaultChoice,
  name: string,
  clock: WalletClock,
): Vault | undefined {
  if (choice === 'memory') return undefined;
  return choice === 'auto' ? createIndexedDbVault(name, clock) : choice;
}
