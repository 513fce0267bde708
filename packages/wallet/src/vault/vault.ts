/**
 * Where keys are kept: `indexeddb` survives a reload and is shared by the tabs, `memory` is not.
 */
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
