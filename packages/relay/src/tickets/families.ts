import { LRUCache } from 'lru-cache';
import { type Deadline, withDeadline } from '../limits/rate-limits.ts';
import { unavailable } from '../refusals/refusal.ts';

/**
 * Remembers which sessions descend from one sign-in. In memory by default; with several instances
 * of the relay a store that they share, such as sets in Redis, with an expiry.
 */
export interface SessionFamilies {
  /** Adds a member to a family, and keeps the family for at least `lifetime` milliseconds. */
  add(family: string, member: string, lifetime: number): Promise<unknown>;
  /** The members of a family; empty for one that is not known. */
  members(family: string): Promise<readonly string[]>;
}

/** Longer than the lifetime of any session of the service. Milliseconds. */
const FAMILY_LIFETIME = 86_400_000;
/** The member of a family whose person has signed out. */
const ENDED = 'ended';
const MAX_FAMILIES = 50_000;

export function memoryFamilies(): SessionFamilies {
  const families = new LRUCache<string, readonly string[]>({ max: MAX_FAMILIES });
  return {
    async add(family, member, ttl) {
      const members = families.get(family) ?? [];
      families.set(family, [...members.filter((other) => other !== member), member], { ttl });
    },
    members: async (family) => families.get(family) ?? [],
  };
}

export class Families {
  readonly #store: SessionFamilies;
  readonly #deadline: Deadline;

  constructor(store: SessionFamilies, deadline: Deadline) {
    this.#store = store;
    this.#deadline = deadline;
  }

  /** The sessions of a family, with those that have ended at the service. */
  async sessions(family: string): Promise<readonly string[]> {
    return (await this.#members(family)).filter((member) => member !== ENDED);
  }

  /** Whether its person has signed out. @throws RelayRefusal 503 when the store does not respond */
  async isEnded(family: string): Promise<boolean> {
    return (await this.#members(family)).includes(ENDED);
  }

  add(family: string, sessionId: string): Promise<unknown> {
    return this.#ask(() => this.#store.add(family, sessionId, FAMILY_LIFETIME));
  }

  /** Ends a family: none of its sessions is refreshed any more. */
  end(family: string): Promise<unknown> {
    return this.add(family, ENDED);
  }

  #members(family: string): Promise<readonly string[]> {
    return this.#ask(() => this.#store.members(family));
  }

  async #ask<Result>(work: () => Promise<Result>): Promise<Result> {
    const late = () => new Error('The store of session families did not respond in time.');
    try {
      return await withDeadline(this.#deadline, work, late);
    } catch (cause) {
      throw unavailable('The sessions of the sign-in could not be read; nothing was changed.', {
        cause,
      });
    }
  }
}
