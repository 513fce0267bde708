import { createIndexedDbVault } from './indexeddb-vault.ts';
import { createMemoryVault } from './memory-vault.ts';
import { probeVault } from './probe.ts';
import type { Vault } from './vault.ts';

/** Which vault a wallet takes: the best there is, memory only, or one of your own. */
export type VaultChoice = 'auto' | 'memory' | Vault;

/** The vault in use, and why it is only memory when it should be more. */
export interface OpenedVault {
  readonly vault: Vault;
  /** Set when a better vault was wanted and failed its probe. */
  readonly degradedBy?: unknown;
}

/** Names the database: another one for each account and relying party. */
export function vaultName(rpId: string, accountId: string | undefined): string {
  return `payments-wallet:${rpId}:${accountId ?? ''}`;
}

/** Opens a vault: IndexedDB when its probe succeeds, else memory. Never rejects. */
export async function openVault(
  choice: VaultChoice,
  name: string,
  now: number,
): Promise<OpenedVault> {
  if (choice === 'memory') return { vault: createMemoryVault() };
  const wanted = choice === 'auto' ? createIndexedDbVault(name) : choice;
  try {
    await probeVault(wanted, now);
    return { vault: wanted };
  } catch (degradedBy) {
    return { vault: createMemoryVault(), degradedBy };
  }
}
