import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval';
import type { Vault } from './vault.ts';

const STORE_NAME = 'vault';

/** A vault in an IndexedDB database of its own. Opens it on first use. */
export function createIndexedDbVault(databaseName: string): Vault {
  let store: UseStore | undefined;

  /** WebKit drops connections of pages in the background: opens another, once. */
  async function run<T>(use: (store: UseStore) => Promise<T>): Promise<T> {
    store ??= createStore(databaseName, STORE_NAME);
    try {
      return await use(store);
    } catch {
      store = createStore(databaseName, STORE_NAME);
      return use(store);
    }
  }

  return {
    persistence: 'indexeddb',
    get: (key) => run((at) => get<unknown>(key, at)),
    set: (key, value) => run((at) => set(key, value, at)),
    delete: (key) => run((at) => del(key, at)),
    entries: () => run((at) => entries<string, unknown>(at)),
  };
}
