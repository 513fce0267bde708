/** Where keys are kept: `indexeddb` survives a reload and is shared by the tabs, `memory` is not. */
export type Persistence = 'indexeddb' | 'memory';

/**
 * A store for keys, as structured-clonable values: private keys are non-extractable CryptoKeys,
 * never text.
 */
export interface Vault {
  /** Where the vault keeps records, for `wallet.state`. */
  readonly persistence: Persistence;
  /** Returns the record under a key. */
  get(key: string): Promise<unknown>;
  /** Stores a record under a key, in place of the one there. */
  set(key: string, value: unknown): Promise<void>;
  /** Deletes the record under a key. */
  delete(key: string): Promise<void>;
  /** Returns all records with their keys. */
  entries(): Promise<readonly (readonly [key: string, value: unknown])[]>;
}

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
