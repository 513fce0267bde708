import type { WalletClock } from '../clock.ts';
import { within } from '../platform/within.ts';
import { type DegradedReason, storageReason } from './degraded.ts';
import { durableVault, type VaultChoice } from './indexeddb-vault.ts';
import { probeVault } from './probe.ts';
import {
  isTimed,
  lifeLeft,
  type PendingRecord,
  pendingKey,
  SESSION_KEY,
  type SessionRecord,
} from './records.ts';
import { createTombstones, type Tombstones } from './tombstones.ts';
import { createMemoryVault, type Persistence, type Vault } from './vault.ts';

/**
 * Deletes expired and unreadable records, and keeps all others, also those of other tabs.
 *
 * @param now the device's time in milliseconds
 */
async function sweepVault(vault: Vault, now: number): Promise<void> {
  for (const [key, value] of await vault.entries()) {
    if (!isTimed(value) || lifeLeft(value, now) <= 0) await vault.delete(key);
  }
}

/** The options of a key store. */
export interface KeyStoreOptions {
  readonly choice: VaultChoice;
  /** The name of the database. */
  readonly name: string;
  readonly clock: WalletClock;
  /** The set to which reasons for the state are added. */
  readonly reasons: Set<DegradedReason>;
  /** Called when `reasons` has changed; with the cause of a new reason. */
  readonly onReasons: (cause?: unknown) => void;
}

/** What is stored of the session. */
export interface StoredSession {
  readonly record?: SessionRecord;
  /** False when the vault could not be read: a missing record is then not evidence. */
  readonly isCertain: boolean;
}

/** How long a call to a vault that the platform provides may take, in milliseconds. */
const LONGEST_CALL = 7_000;
/** Replaces a record that could not be deleted. It is not a session, and is deleted at the next start. */
const ERASED = 'erased';
const STORAGE_REASONS = ['storage_blocked', 'storage_full', 'storage_timed_out', 'storage_failed'];

function newer(one?: SessionRecord, other?: SessionRecord): SessionRecord | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Date.parse(one.createdAt) >= Date.parse(other.createdAt) ? one : other;
}

/**
 * The wallet's records, in the best storage available. A write that the vault refuses is kept in
 * memory, and the state shows that. A deletion covers every place a record may be in, is repeated
 * if it fails, and is recorded in a tombstone until then.
 */
export class KeyStore {
  readonly #options: KeyStoreOptions;
  readonly #durable: Vault | undefined;
  readonly #memory = createMemoryVault();
  readonly #tombstones: Tombstones;
  /** Ended sessions whose record may still be in the vault. */
  readonly #left = new Set<string>();
  /** The session that was last seen in the vault. */
  #durableId: string | undefined;
  #persistence: Persistence = 'memory';
  #opening: Promise<void> | undefined;

  constructor(options: KeyStoreOptions) {
    const { choice, name, clock } = options;
    this.#options = options;
    this.#durable = durableVault(choice, name, clock);
    this.#tombstones = createTombstones(name);
  }

  /** Where the last record was written. */
  get persistence(): Persistence {
    return this.#persistence;
  }

  /** Probes and sweeps the vault, once. Never rejects. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Whether a session has ended: here, in another tab, or before the last reload. */
  isOver(id: string): boolean {
    return this.#tombstones.has(id);
  }

  /** Whether another tab can see, and delete, the record of this session. */
  isShared(id: string): boolean {
    return this.#durableId === id;
  }

  /** The stored session. Never rejects. */
  async session(): Promise<StoredSession> {
    const inMemory = (await this.#memory.get(SESSION_KEY)) as SessionRecord | undefined;
    if (this.#durable === undefined) return { ...this.#living(inMemory), isCertain: true };
    try {
      const value = await this.#call((vault) => vault.get(SESSION_KEY));
      const stored = isTimed(value) ? (value as SessionRecord) : undefined;
      this.#durableId = stored?.id;
      return { ...this.#living(newer(inMemory, stored)), isCertain: true };
    } catch (cause) {
      this.#degrade(cause);
      return { ...this.#living(inMemory), isCertain: false };
    }
  }

  /**
   * Stores a session. Never rejects.
   *
   * @param refreshed the session it continues: if that one was signed out meanwhile, here or in
   *   another tab, the new one is not kept either
   * @returns whether it was kept
   */
  async saveSession(record: SessionRecord, refreshed?: string): Promise<boolean> {
    if (this.#tombstones.has(record.id)) return false;
    const replaced = this.#durableId;
    const isWritten = await this.#write(SESSION_KEY, record);
    // A sign-out writes its mark before it reads the vault: either the sign-out finds this record,
    // or this write finds the mark.
    if (refreshed !== undefined && this.#tombstones.has(refreshed)) {
      await this.deleteSession(record.id);
      return false;
    }
    if (isWritten) {
      this.#durableId = record.id;
      await this.#memory.delete(SESSION_KEY);
    } else {
      await this.#memory.set(SESSION_KEY, record);
      // The record that could not be replaced must not come back after a reload.
      if (replaced !== undefined && replaced !== record.id) await this.deleteSession(replaced);
    }
    return true;
  }

  /**
   * Deletes the session with this id everywhere; another tab's session stays. Never rejects.
   *
   * @returns whether its record is gone everywhere
   */
  async deleteSession(id: string): Promise<boolean> {
    this.#tombstones.add(id, this.#options.clock.now());
    const kept = (await this.#memory.get(SESSION_KEY)) as SessionRecord | undefined;
    if (kept?.id === id) await this.#memory.delete(SESSION_KEY);
    this.#left.add(id);
    await this.retryDeletions();
    return !this.#left.has(id);
  }

  /** Tries again to delete what could not be deleted. Never rejects. */
  async retryDeletions(): Promise<void> {
    for (const id of this.#left) {
      try {
        if (this.#durable !== undefined) await this.#deleteDurable(id);
        this.#left.delete(id);
      } catch (cause) {
        this.#add('record_left', cause);
      }
    }
    if (this.#left.size === 0) this.#remove('record_left');
  }

  async pending(state: string): Promise<PendingRecord | undefined> {
    const key = pendingKey(state);
    try {
      const value = await this.#call((vault) => vault.get(key));
      return isTimed(value) ? (value as PendingRecord) : undefined;
    } catch {
      return undefined;
    }
  }

  /** @returns whether the record survives the page */
  savePending(state: string, record: PendingRecord): Promise<boolean> {
    return this.#write(pendingKey(state), record);
  }

  async deletePending(state: string): Promise<void> {
    await this.#call((vault) => vault.delete(pendingKey(state))).catch(() => {});
  }

  async #open(): Promise<void> {
    const { clock } = this.#options;
    const durable = this.#durable;
    if (durable === undefined) return;
    try {
      await within(clock, LONGEST_CALL, () => probeVault(durable, clock.now()));
      this.#persistence = durable.persistence;
    } catch (cause) {
      this.#degrade(cause);
    }
    await this.#call((vault) => sweepVault(vault, clock.now())).catch(() => {});
  }

  #living(record: SessionRecord | undefined): { readonly record?: SessionRecord } {
    if (record === undefined) return {};
    if (!this.#tombstones.has(record.id)) return { record };
    void this.deleteSession(record.id);
    return {};
  }

  async #deleteDurable(id: string): Promise<void> {
    const stored = await this.#storedId(id);
    if (stored === id) await this.#erase();
    if (this.#durableId === id) this.#durableId = undefined;
  }

  /** The id of the stored session; of one that cannot be read, the id it had when it was last seen. */
  async #storedId(id: string): Promise<string | undefined> {
    try {
      const value = await this.#call((vault) => vault.get(SESSION_KEY));
      return (value as SessionRecord | undefined)?.id;
    } catch (cause) {
      if (this.#durableId === id) return id;
      throw cause;
    }
  }

  /** Deletes the record, or overwrites it if deletion is refused. */
  async #erase(): Promise<void> {
    try {
      await this.#call((vault) => vault.delete(SESSION_KEY));
    } catch (cause) {
      await this.#call((vault) => vault.set(SESSION_KEY, ERASED)).catch(() => {
        throw cause;
      });
    }
  }

  async #write(key: string, record: unknown): Promise<boolean> {
    if (this.#durable === undefined) return false;
    try {
      await this.#call((vault) => vault.set(key, record));
      this.#persistence = this.#durable.persistence;
      for (const reason of STORAGE_REASONS) this.#remove(reason as DegradedReason);
      return true;
    } catch (cause) {
      this.#degrade(cause);
      return false;
    }
  }

  #call<T>(use: (vault: Vault) => Promise<T>): Promise<T | undefined> {
    const durable = this.#durable;
    if (durable === undefined) return Promise.resolve(undefined);
    return within(this.#options.clock, LONGEST_CALL, () => use(durable));
  }

  #degrade(cause: unknown): void {
    this.#persistence = 'memory';
    this.#add(storageReason(cause), cause);
  }

  #add(reason: DegradedReason, cause: unknown): void {
    const { reasons, onReasons } = this.#options;
    if (reasons.has(reason)) return;
    reasons.add(reason);
    onReasons(cause);
  }

  #remove(reason: DegradedReason): void {
    if (this.#options.reasons.delete(reason)) this.#options.onReasons();
  }
}
