import type { WalletClock } from '../clock.ts';

/** What both clocks showed at one moment. */
export interface ClockReading {
  readonly monotonic: number;
  readonly now: number;
}

/** Reads both clocks. */
export function readClock(clock: WalletClock): ClockReading {
  return { monotonic: clock.monotonic(), now: clock.now() };
}

/**
 * How long something has left. Counts on the monotonic clock, so a wrong device clock does not
 * matter, and on the device clock too, because the monotonic one may stand still during sleep; the
 * smaller result counts until the relay is asked.
 */
export class Lifetime {
  readonly #clock: WalletClock;
  readonly #life: number;
  readonly #start: ClockReading;

  /**
   * @param life milliseconds left at the start
   * @param start by default this moment; before the request, where a response brought the life
   */
  constructor(clock: WalletClock, life: number, start: ClockReading = readClock(clock)) {
    this.#clock = clock;
    this.#life = life;
    this.#start = start;
  }

  /** Milliseconds left; not below 0. */
  left(): number {
    return Math.max(0, this.#life - Math.max(this.#ticked(), this.#passed()));
  }

  /** Milliseconds left by the monotonic clock alone. */
  monotonicLeft(): number {
    return Math.max(0, this.#life - this.#ticked());
  }

  /** How far the two clocks have drifted apart: the device slept, or its clock was set. */
  drift(): number {
    return Math.abs(this.#passed() - this.#ticked());
  }

  #ticked(): number {
    return this.#clock.monotonic() - this.#start.monotonic;
  }

  #passed(): number {
    return this.#clock.now() - this.#start.now;
  }
}

/** How long a challenge that has just arrived is valid: by the relay's own two times. */
export function challengeLifetime(
  clock: WalletClock,
  challenge: { readonly expiresAt: string; readonly issuedAt: string },
): Lifetime {
  const life = Date.parse(challenge.expiresAt) - Date.parse(challenge.issuedAt);
  return new Lifetime(clock, life || 0);
}

/**
 * How long a session that was just opened lives, in milliseconds: by the service's own two times,
 * or by the relay's if that is less.
 */
export function lifeOf(session: {
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly issuedAt?: string;
}): number {
  const end = Date.parse(session.expiresAt);
  const starts = [session.createdAt, session.issuedAt ?? ''].map((time) => Date.parse(time));
  const lives = starts.map((start) => end - start).filter((life) => life > 0);
  return lives.length === 0 ? 0 : Math.min(...lives);
}
