import type { Vault } from './vault.ts';

/** A vault that ends with the page. */
export function createMemoryVault(): Vault {
  const values = new Map<string, unknown>();
  return {
    persistence: 'memory',
    get: async (key) => values.get(key),
    set: async (key, value) => void values.set(key, value),
    delete: async (key) => void values.delete(key),
    entries: async () => [...values],
  };
}
