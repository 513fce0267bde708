import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval';
import type { WalletClock } from '../clock.ts';
import { PlatformTimeout, within } from '../platform/within.ts';
import type { Vault } from './vault.ts';

const STORE_NAME = 'vault';
/** The time limit of one call in milliseconds: a busy disk is slow, a broken one never responds. */
const VAULT_TIMEOUT = 3_000;
/** Milliseconds a call may take after one did not respond. */
const HUNG_TIMEOUT = 200;

/** A vault in its own IndexedDB database. Opens it on first use. */
export function createIndexedDbVault(databaseName: string, clock: WalletClock): Vault {
  let store: UseStore | undefined;
  let isHung = false;

  async function once<T>(use: (store: UseStore) => Promise<T>): Promise<T> {
    let isLate = false;
    // A database that opens late must not write a value whose write was reported as failed.
    const inTime: UseStore = (mode, work) => {
      store ??= createStore(databaseName, STORE_NAME);
      return store(mode, (objects) => {
        if (isLate) throw new PlatformTimeout('The database did not open in time.');
        // A page that deletes the site's databases, such as at a log-out, would wait until this page ends.
        const { db } = objects.transaction;
        db.onversionchange = () => db.close();
        return work(objects);
      });
    };
    try {
      const value = await within(clock, isHung ? HUNG_TIMEOUT : VAULT_TIMEOUT, () => use(inTime));
      isHung = false;
      return value;
    } finally {
      isLate = true;
    }
  }

  /** WebKit drops connections of pages in the background: opens another, once. */
  async function run<T>(use: (store: UseStore) => Promise<T>): Promise<T> {
    try {
      return await once(use);
    } catch (cause) {
      store = undefined;
      isHung = cause instanceof PlatformTimeout;
      if (isHung) throw cause;
      return once(use);
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
