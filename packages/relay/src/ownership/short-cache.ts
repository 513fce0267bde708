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

  delete(key: string): void {
    this.#entries.delete(key);
  }

  get size(): number {
    return this.#entries.size;
  }
}

/** Returns whether an object is not an instance of a class; objects of another realm count as plain. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Users that are deeper or larger than this do not have a key. */
const MAX_DEPTH = 6;
const MAX_LENGTH = 4_096;

function write(value: unknown, depth: number): string | undefined {
  if (value === undefined) return 'undefined';
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
    return Object.is(value, -0) ? '-0' : (JSON.stringify(value) ?? 'undefined');
  }
  if (typeof value !== 'object' || depth === 0) return undefined;
  if (value instanceof Date) return `Date(${value.getTime()})`;
  if (!Array.isArray(value) && !isPlain(value)) return undefined;
  const names = Object.keys(value).sort();
  const parts: string[] = [];
  for (const name of names) {
    const part = write((value as Readonly<Record<string, unknown>>)[name], depth - 1);
    if (part === undefined) return undefined;
    parts.push(`${JSON.stringify(name)}:${part}`);
  }
  return `${Array.isArray(value) ? `[${value.length}]` : ''}{${parts.join(',')}}`;
}

/**
 * Writes a plain value as text, the same for equal values whatever the order of their fields.
 * Undefined for a value that contains something without a distinct text: functions, symbols,
 * instances of classes, cycles, or more data than a key should have.
 */
export function stableKey(value: unknown): string | undefined {
  const text = write(value, MAX_DEPTH);
  return text !== undefined && text.length <= MAX_LENGTH ? text : undefined;
}
