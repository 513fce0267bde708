import type { WalletClock } from '../clock.ts';
import { createMemoryVault } from './memory-vault.ts';
import { openVault, type VaultChoice } from './open-vault.ts';
import {
  isTimed,
  type PendingRecord,
  pendingKey,
  SESSION_KEY,
  type SessionRecord,
} from './records.ts';
import { sweepVault } from './sweep.ts';
import type { Persistence, Vault } from './vault.ts';

/** How a key store is set up. */
export interface KeyStoreOptions {
  readonly choice: VaultChoice;
  /** The name of the database. */
  readonly name: string;
  readonly clock: WalletClock;
  /** Hears that keys live in memory although they should not. */
  readonly onDegraded: (cause: unknown) => void;
}

/**
 * The wallet's records in the best vault there is. Never fails for want of storage: when the vault
 * stops working, it goes on in memory and says so.
 */
export class KeyStore {
  readonly #options: KeyStoreOptions;
  #vault: Vault = createMemoryVault();
  #opening: Promise<void> | undefined;

  constructor(options: KeyStoreOptions) {
    this.#options = options;
  }

  get persistence(): Persistence {
    return this.#vault.persistence;
  }

  /** Probes and sweeps the vault, once. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async session(): Promise<SessionRecord | undefined> {
    const value = await this.#try((vault) => vault.get(SESSION_KEY));
    return isTimed(value) ? (value as SessionRecord) : undefined;
  }

  async saveSession(record: SessionRecord): Promise<void> {
    await this.#try((vault) => vault.set(SESSION_KEY, record));
  }

  /** Deletes the session with this id; another one, of another tab, stays. */
  async deleteSession(id: string): Promise<void> {
    if ((await this.session())?.id === id) await this.#try((vault) => vault.delete(SESSION_KEY));
  }

  async pending(state: string): Promise<PendingRecord | undefined> {
    const value = await this.#try((vault) => vault.get(pendingKey(state)));
    return isTimed(value) ? (value as PendingRecord) : undefined;
  }

  async savePending(state: string, record: PendingRecord): Promise<void> {
    await this.#try((vault) => vault.set(pendingKey(state), record));
  }

  async deletePending(state: string): Promise<void> {
    await this.#try((vault) => vault.delete(pendingKey(state)));
  }

  async #open(): Promise<void> {
    const { choice, name, clock, onDegraded } = this.#options;
    const { vault, degradedBy } = await openVault(choice, name, clock.now());
    this.#vault = vault;
    if (degradedBy !== undefined) onDegraded(degradedBy);
    await this.#try((at) => sweepVault(at, clock.now()));
  }

  async #try<T>(use: (vault: Vault) => Promise<T>): Promise<T> {
    try {
      return await use(this.#vault);
    } catch (cause) {
      if (this.#vault.persistence === 'memory') throw cause;
      this.#vault = createMemoryVault();
      this.#options.onDegraded(cause);
      return use(this.#vault);
    }
  }
}
