import { type Clock, withinTime } from '@org/payments-contract/internal';
import { bytesToHex } from '@org/payments-crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { RelayRefusal, unavailable } from '../refusals/refusal.ts';

/** Waits for work for a limited number of milliseconds. */
export interface Deadline {
  readonly clock: Pick<Clock, 'setTimeout'>;
  readonly milliseconds: number;
}

/**
 * Runs work that may throw, reject or never settle, and does not wait for it after the deadline.
 *
 * @param late creates the error for work that took too long
 */
export function withDeadline<Result>(
  { clock, milliseconds }: Deadline,
  work: () => Result | Promise<Result>,
  late: () => Error,
): Promise<Result> {
  const start = (callback: () => void, delay: number) => clock.setTimeout(callback, delay);
  return withinTime(Promise.resolve().then(work), { milliseconds, start }, () => {
    throw late();
  });
}

/** What a limiter resolves with when it counts: the part of `RateLimiterRes` the relay reads. */
export interface RateLimitState {
  /** Milliseconds until the count starts again at 0. */
  readonly msBeforeNext: number;
  /** Attempts that are left. */
  readonly remainingPoints: number;
}

/**
 * A limiter of `rate-limiter-flexible`, with any of its stores, or anything of that shape: resolves
 * while there is room, rejects with a {@link RateLimitState} when there is none and with an `Error`
 * when the store fails.
 */
export interface RateLimiter {
  /** Counts an attempt. Rejects with the state of the limit if no attempt is left. */
  consume(key: string): Promise<RateLimitState>;
  /** Forgets the attempts under a key. */
  delete(key: string): Promise<unknown>;
}

/** The relay's limiters. A limiter that is left out counts in this process's memory. */
export interface RateLimiters {
  /** E-mail codes sent, per credential. Default 5 in 15 minutes. */
  readonly codes?: RateLimiter | undefined;
  /**
   * E-mail codes sent, per recipient: the digest of the address in lower case, without what follows
   * a `+`. Default 5 in 15 minutes.
   */
  readonly codesPerRecipient?: RateLimiter | undefined;
  /** E-mail codes sent, per user. Default 10 in 15 minutes. */
  readonly codesPerUser?: RateLimiter | undefined;
  /** E-mail codes sent, per client address. Default 30 in 15 minutes. */
  readonly codesPerAddress?: RateLimiter | undefined;
  /** Verifications tried, per credential. Default 10 in 15 minutes. */
  readonly verifications?: RateLimiter | undefined;
  /** Verifications tried, per user. Default 30 in 15 minutes. */
  readonly verificationsPerUser?: RateLimiter | undefined;
  /** Verifications tried, per client address. Default 100 in 15 minutes. */
  readonly verificationsPerAddress?: RateLimiter | undefined;
  /** All calls, per user. Default 300 in a minute. */
  readonly calls?: RateLimiter | undefined;
  /** All calls, per client address, counted before the user is known. Default 1,200 in a minute. */
  readonly callsPerAddress?: RateLimiter | undefined;
  /**
   * Registration challenges spent. Must allow one point per key and remember it for at least 5
   * minutes. Default in memory.
   */
  readonly challenges?: RateLimiter | undefined;
}

/** The names of the limits. */
export type RateLimitName = keyof RateLimiters;

/** The limits of the limiters in memory. `duration` is in seconds, as in the library. */
export const defaultLimits: Readonly<Record<RateLimitName, { points: number; duration: number }>> =
  {
    codes: { points: 5, duration: 900 },
    codesPerRecipient: { points: 5, duration: 900 },
    codesPerUser: { points: 10, duration: 900 },
    codesPerAddress: { points: 30, duration: 900 },
    verifications: { points: 10, duration: 900 },
    verificationsPerUser: { points: 30, duration: 900 },
    verificationsPerAddress: { points: 100, duration: 900 },
    calls: { points: 300, duration: 60 },
    callsPerAddress: { points: 1_200, duration: 60 },
    challenges: { points: 1, duration: 900 },
  };

const names = Object.keys(defaultLimits) as RateLimitName[];

function isState(value: unknown): value is RateLimitState {
  if (value instanceof Error || typeof value !== 'object' || value === null) return false;
  return Number.isFinite((value as Partial<RateLimitState>).msBeforeNext);
}

/** Counts attempts, and refuses those beyond a limit. */
export class RateLimits {
  readonly #limiters: Readonly<Record<RateLimitName, RateLimiter>>;
  readonly #deadline: Deadline;

  constructor(limiters: RateLimiters, deadline: Deadline) {
    const limiterOf = (name: RateLimitName) =>
      limiters[name] ?? new RateLimiterMemory({ keyPrefix: name, ...defaultLimits[name] });
    const all = names.map((name) => [name, limiterOf(name)] as const);
    this.#limiters = Object.fromEntries(all) as Record<RateLimitName, RateLimiter>;
    this.#deadline = deadline;
  }

  /**
   * Counts one; returns the milliseconds until the next one is allowed, if this was the last.
   *
   * @throws RelayRefusal 429 beyond the limit, 503 when the store does not respond
   */
  async count(name: RateLimitName, key: string): Promise<number | undefined> {
    try {
      const state = await this.#ask(() => this.#limiters[name].consume(key));
      if (!isState(state))
        throw new TypeError(`The limiter \`${name}\` did not return the state of the limit.`);
      return state.remainingPoints <= 0 ? Math.max(0, state.msBeforeNext) : undefined;
    } catch (cause) {
      if (!isState(cause)) {
        throw unavailable('The rate limit could not be read; nothing was changed.', { cause });
      }
      const details = {
        message: 'Too many requests.',
        retryAfter: Math.max(0, cause.msBeforeNext),
      };
      throw new RelayRefusal(429, 'RATE_LIMITED', details);
    }
  }

  /** Counts one in several limits; returns the longest wait. The first one that is exceeded refuses. */
  async countAll(
    counted: readonly (readonly [RateLimitName, string | undefined])[],
  ): Promise<number | undefined> {
    let longest: number | undefined;
    for (const [name, key] of counted) {
      const wait = key === undefined ? undefined : await this.count(name, key);
      if (wait !== undefined) longest = Math.max(longest ?? 0, wait);
    }
    return longest;
  }

  /** Whether this is the first use of a key that may be used once. */
  async spend(key: string): Promise<boolean> {
    try {
      await this.count('challenges', key);
      return true;
    } catch (error) {
      if (error instanceof RelayRefusal && error.status === 429) return false;
      throw error;
    }
  }

  /** Refunds a use that had no effect. If the store fails, the use stays spent. */
  async refund(key: string): Promise<void> {
    await this.#ask(() => this.#limiters.challenges.delete(key)).catch(() => undefined);
  }

  #ask<Result>(work: () => Promise<Result>): Promise<Result> {
    return withDeadline(
      this.#deadline,
      work,
      () => new Error('The store did not respond in time.'),
    );
  }
}

/**
 * Returns the same text for all addresses of one mailbox: a digest, so that stores do not hold the
 * address.
 */
export async function recipientKey(address: string): Promise<string> {
  const [local = '', ...rest] = address.trim().toLowerCase().split('@');
  const mailbox = [local.replace(/\+.*$/, ''), ...rest].join('@');
  const text = new TextEncoder().encode(mailbox);
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
}
