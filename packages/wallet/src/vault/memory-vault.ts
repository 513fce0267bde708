import type { Vault } from './vault.ts';

/**
 * A vault that ends with the page. Its records are in a closure, and are read and written without a
 * method that a script of the page could have replaced.
 */
export function createMemoryVault(): Vault {
  const values = { __proto__: null } as unknown as Record<string, unknown>;
  return {
    persistence: 'memory',
    get: async (key) => values[key],
    set: async (key, value) => {
      values[key] = value;
    },
    delete: async (key) => {
      delete values[key];
    },
    entries: async () => Object.entries(values),
  };
}
