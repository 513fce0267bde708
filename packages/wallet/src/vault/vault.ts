/**
 * Where keys are kept: `indexeddb` survives a reload and is shared by the tabs, `memory` is not.
 */
export type Persistence = 'indexeddb' | 'memory';

/**
 * A store for keys, as structured-clonable values: private keys are non-extractable CryptoKeys,
 * never text.
 */
export interface Vault {
  readonly persistence: Persistence;
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  entries(): Promise<readonly (readonly [key: string, value: unknown])[]>;
}
