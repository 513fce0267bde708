import { isTimed, lifeLeft } from './records.ts';
import type { Vault } from './vault.ts';

/**
 * Deletes what has expired, and what nobody can read. What still lives is left alone, whichever
 * tab made it.
 *
 * @param now the device's time in milliseconds
 */
export async function sweepVault(vault: Vault, now: number): Promise<void> {
  for (const [key, value] of await vault.entries()) {
    if (!isTimed(value) || lifeLeft(value, now) <= 0) await vault.delete(key);
  }
}
