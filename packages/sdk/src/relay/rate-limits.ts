import { RateLimiterMemory } from 'rate-limiter-flexible';
import { RelayRefusal } from './refusal.ts';

/** What a limiter says when it counts: the part of `RateLimiterRes` the relay reads. */
export interface RateLimitState {
  readonly msBeforeNext: number;
  readonly remainingPoints: number;
}

/**
 * A limiter of `rate-limiter-flexible`, with any of its stores, or anything of that shape: resolves
 * while there is room, rejects with a {@link RateLimitState} when there is none and with an `Error`
 * when the store fails.
 */
export interface RateLimiter {
  consume(key: string): Promise<RateLimitState>;
  delete(key: string): Promise<unknown>;
}

/** The relay's limiters. What is left out counts in this process's memory. */
export interface RateLimiters {
  /** E-mail codes sent, per credential. Default 5 in 15 minutes. */
  readonly codes?: RateLimiter | undefined;
  /** Verifications tried, per credential. Default 10 in 15 minutes. */
  readonly verifications?: RateLimiter | undefined;
  /** All calls, per user. Default 300 in a minute. */
  readonly calls?: RateLimiter | undefined;
  /**
   * Registration challenges spent. Must allow one point per key and remember it for at least 5
   * minutes. Default in memory.
   */
  readonly challenges?: RateLimiter | undefined;
}

/** What is limited. */
export type RateLimitName = keyof RateLimiters;

/** How much the limiters in memory allow. `duration` is in seconds. */
export const defaultLimits: Readonly<Record<RateLimitName, { points: number; duration: number }>> =
  {
    codes: { points: 5, duration: 900 },
    verifications: { points: 10, duration: 900 },
    calls: { points: 300, duration: 60 },
    challenges: { points: 1, duration: 900 },
  };

function isState(value: unknown): value is RateLimitState {
  return !(value instanceof Error) && typeof value === 'object' && value !== null;
}

function secondsOf(state: RateLimitState): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000));
}

/** Counts, and refuses what is too much. */
export class RateLimits {
  readonly #limiters: Readonly<Record<RateLimitName, RateLimiter>>;

  constructor(limiters: RateLimiters = {}) {
    const memory = (keyPrefix: RateLimitName) =>
      new RateLimiterMemory({ keyPrefix, ...defaultLimits[keyPrefix] });
    this.#limiters = {
      codes: limiters.codes ?? memory('codes'),
      verifications: limiters.verifications ?? memory('verifications'),
      calls: limiters.calls ?? memory('calls'),
      challenges: limiters.challenges ?? memory('challenges'),
    };
  }

  /**
   * Counts one; gives the seconds until the next one is allowed, if this was the last.
   *
   * @throws RelayRefusal 429 when there is no room, 503 when the store does not answer: what
   *   cannot be counted is not done
   */
  async count(name: RateLimitName, key: string): Promise<number | undefined> {
    try {
      const state = await this.#limiters[name].consume(key);
      return state.remainingPoints === 0 ? secondsOf(state) : undefined;
    } catch (cause) {
      if (!isState(cause)) {
        const message = 'The rate limit cannot be read; nothing was changed.';
        throw new RelayRefusal(503, 'SERVICE_UNAVAILABLE', { message, cause });
      }
      const message = 'Too many requests.';
      const retryAfter = secondsOf(cause);
      throw new RelayRefusal(429, 'RATE_LIMITED', { message, retryAfter });
    }
  }

  /** Whether this is the first use of something that may be used once. */
  async spend(key: string): Promise<boolean> {
    try {
      await this.count('challenges', key);
      return true;
    } catch (error) {
      if (error instanceof RelayRefusal && error.status === 429) return false;
      throw error;
    }
  }

  /** Takes a use back: it came to nothing. */
  async unspend(key: string): Promise<void> {
    await this.#limiters.challenges.delete(key);
  }
}
