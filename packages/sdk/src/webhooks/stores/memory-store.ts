import type { KindsOf } from '@org/payments-contract/internal';
import { type Clock, systemClock } from '@org/payments-contract/internal';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import { checkOptions } from '../../options/checks.ts';
import type { ClaimResult, WebhookStore } from './webhook-store.ts';

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** How many handled events, and how many resources, are remembered; beyond it the oldest is forgotten. Default 10,000. */
  readonly maxEvents?: number | undefined;
  /** The time. Default the system clock. */
  readonly clock?: Pick<Clock, 'now'> | undefined;
}

const names: KindsOf<MemoryStoreOptions> = { maxEvents: true, clock: true };

interface Entry {
  readonly token: string;
  readonly expiresAt: number;
}

interface Handled extends Entry {
  readonly digest: string;
}

const DEFAULT_MAX_EVENTS = 10_000;

class MemoryStore implements WebhookStore {
  readonly #claims = new Map<string, Entry>();
  /** In the order in which they were handled. */
  readonly #done = new Map<string, Handled>();
  /** The place of the last event of each resource, in the order in which they were recorded. */
  readonly #places = new Map<string, { readonly place: string; readonly expiresAt: number }>();
  readonly #maxEvents: number;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ maxEvents = DEFAULT_MAX_EVENTS, clock = systemClock }: MemoryStoreOptions) {
    this.#maxEvents = maxEvents;
    this.#clock = clock;
  }

  async claim(id: string, token: string, lifetime: number, digest: string): Promise<ClaimResult> {
    const now = this.#clock.now();
    const handled = this.#handled(id, now);
    if (handled !== undefined) return handled.digest === digest ? 'done' : 'changed';
    if ((this.#claims.get(id)?.expiresAt ?? 0) > now) return 'busy';
    this.#forgetClaims(now);
    this.#claims.set(id, { token, expiresAt: now + lifetime });
    return 'claimed';
  }

  async renew(id: string, token: string, lifetime: number): Promise<boolean> {
    const now = this.#clock.now();
    const isHandled = this.#handled(id, now) !== undefined;
    if (this.#claims.get(id)?.token !== token || isHandled) return false;
    this.#claims.set(id, { token, expiresAt: now + lifetime });
    return true;
  }

  async complete(id: string, token: string, retention: number, digest: string): Promise<boolean> {
    const now = this.#clock.now();
    const claim = this.#claims.get(id);
    const isTaken = claim !== undefined && claim.token !== token && claim.expiresAt > now;
    if (isTaken || (this.#handled(id, now)?.token ?? token) !== token) return false;
    this.#claims.delete(id);
    this.#done.delete(id);
    this.#done.set(id, { token, digest, expiresAt: now + retention });
    this.#forget(this.#done, now);
    return true;
  }

  async release(id: string, token: string): Promise<void> {
    if (this.#claims.get(id)?.token === token) this.#claims.delete(id);
  }

  async advance(resource: string, place: string, retention: number): Promise<boolean> {
    const now = this.#clock.now();
    const held = this.#places.get(resource);
    if (held !== undefined && held.expiresAt > now && held.place > place) return false;
    this.#places.delete(resource);
    this.#places.set(resource, { place, expiresAt: now + retention });
    this.#forget(this.#places, now);
    return true;
  }

  #handled(id: string, now: number): Handled | undefined {
    const handled = this.#done.get(id);
    return handled !== undefined && handled.expiresAt > now ? handled : undefined;
  }

  /** Claims end with their handler; only those of a handler that never ends are left here. */
  #forgetClaims(now: number): void {
    if (this.#claims.size < this.#maxEvents) return;
    for (const [id, { expiresAt }] of this.#claims) if (expiresAt <= now) this.#claims.delete(id);
  }

  #forget(entries: Map<string, { readonly expiresAt: number }>, now: number): void {
    for (const [key, { expiresAt }] of entries) {
      if (expiresAt > now && entries.size <= this.#maxEvents) return;
      entries.delete(key);
    }
  }
}

/**
 * Remembers handled events in this process: for one process, tests and development. Several
 * processes need {@link sqliteStore}, {@link redisStore} or {@link postgresStore}.
 *
 * @throws ConfigurationError for an unknown option, or a `maxEvents` that is not a whole number above 0
 *
 * @example
 * ```ts
 * const webhooks = createWebhookHandler({ publicKeys, store: memoryStore({ maxEvents: 50_000 }) });
 * ```
 */
export function memoryStore(options: MemoryStoreOptions = {}): WebhookStore {
  checkOptions(options, names, { of: 'memoryStore' });
  const { maxEvents = DEFAULT_MAX_EVENTS } = options;
  if (!Number.isInteger(maxEvents) || maxEvents < 1) {
    throw new ConfigurationError(
      'maxEvents',
      '`maxEvents` is not a whole number above 0.',
      'Pass a whole number of events, or leave it out for 10,000.',
    );
  }
  return new MemoryStore(options);
}
