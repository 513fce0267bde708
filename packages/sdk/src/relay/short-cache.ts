/** What was read, and when. */
interface Entry<Value> {
  readonly value: Promise<Value>;
  readonly readAt: number;
}

/** How long and how much a cache keeps. */
export interface ShortCacheOptions {
  /** Milliseconds. */
  readonly lifetime: number;
  /** Entries; the one not used for longest goes first. */
  readonly size: number;
  readonly now: () => number;
}

/** Answers of the service for a few seconds. Readers of the same key share one request. */
export class ShortCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #options: ShortCacheOptions;

  constructor(options: ShortCacheOptions) {
    this.#options = options;
  }

  /** The kept value and whether it was read just now, for this caller. */
  get(key: string, read: () => Promise<Value>): { value: Promise<Value>; isFresh: boolean } {
    const entry = this.#entries.get(key);
    const { lifetime, now } = this.#options;
    const age = entry === undefined ? undefined : now() - entry.readAt;
    if (entry !== undefined && age !== undefined && age >= 0 && age < lifetime) {
      this.#keep(key, entry);
      return { value: entry.value, isFresh: false };
    }
    return { value: this.refresh(key, read), isFresh: true };
  }

  /** Reads anew. A failure is not kept. */
  refresh(key: string, read: () => Promise<Value>): Promise<Value> {
    const entry = { value: read(), readAt: this.#options.now() };
    entry.value.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    this.#keep(key, entry);
    return entry.value;
  }

  /** Forgets one key. */
  delete(key: string): void {
    this.#entries.delete(key);
  }

  get size(): number {
    return this.#entries.size;
  }

  #keep(key: string, entry: Entry<Value>): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#options.size && oldest !== undefined) {
      this.#entries.delete(oldest);
    }
  }
}
