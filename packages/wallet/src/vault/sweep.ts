import { isTimed, lifeLeft } from './records.ts';
import type { Vault } from './vault.ts';

/**
 * Deletes expired and unreadable records, and keeps all others, also those of other tabs.
 *
 * @param now the device's time in milliseconds
 */
export async function sweepVault(vault: Vault, now: number): Promise<void> {
  for (const [key, value] of await vault.entries()) {
    if (!isTimed(value) || lifeLeft(value, now) <= 0) await vault.delete(key);
  }
}
