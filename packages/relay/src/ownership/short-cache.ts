import { LRUCache } from 'lru-cache';

/** A cached value, and the time at which it was read. */
interface Entry<Value> {
  readonly value: Promise<Value>;
  readonly readAt: number;
}

/** The lifetime and size of a cache. */
export interface ShortCacheOptions {
  /** Milliseconds. */
  readonly lifetime: number;
  /** Entries; the least recently used one is dropped first. */
  readonly size: number;
  readonly now: () => number;
}

/** Responses of the service for a few seconds. Readers of the same key share one request. */
export class ShortCache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>;
  readonly #lifetime: number;
  readonly #now: () => number;

  constructor({ lifetime, size, now }: ShortCacheOptions) {
    this.#entries = new LRUCache({ max: size });
    this.#lifetime = lifetime;
    this.#now = now;
  }

  /** The cached value, unless it is missing or too old. */
  peek(key: string): Promise<Value> | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const age = this.#now() - entry.readAt;
    return age >= 0 && age < this.#lifetime ? entry.value : undefined;
  }

  /** The value, and whether it was read for this call. */
  get(key: string, read: () => Promise<Value>): { value: Promise<Value>; isFresh: boolean } {
    const kept = this.peek(key);
    return kept === undefined
      ? { value: this.refresh(key, read), isFresh: true }
      : { value: kept, isFresh: false };
  }

  /** Reads again. A failure is not cached. */
  refresh(key: string, read: () => Promise<Value>): Promise<Value> {
    const entry = { value: read(), readAt: this.#now() };
    entry.value.catch(() => {
      if (this.#entries.peek(key) === entry) this.#entries.delete(key);
    });
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Drops one key. */
  delete(key: string): void {
    this.#entries.delete(key);
  }

  get size(): number {
    return this.#entries.size;
  }
}
