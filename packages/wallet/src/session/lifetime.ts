import type { WalletClock } from '../clock.ts';

/** The readings of both clocks at one moment. */
export interface ClockReading {
  readonly monotonic: number;
  readonly now: number;
}

/** Reads both clocks. */
export function readClock(clock: WalletClock): ClockReading {
  return { monotonic: clock.monotonic(), now: clock.now() };
}

/**
 * The remaining time of a session or a challenge. Counts on the monotonic clock, so a wrong device
 * clock does not matter, and on the device clock too, because the monotonic one may stand still
 * during sleep; the smaller result counts until the relay is asked.
 */
export class Lifetime {
  readonly #clock: WalletClock;
  readonly #life: number;
  readonly #start: ClockReading;

  /**
   * @param life milliseconds left at the start
   * @param start default: now; the time before the request if the lifetime came in a response
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

  /** The difference that arose between the two clocks: the device slept, or its clock was set. */
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

/** The lifetime of a challenge that has just arrived, from the relay's two times. */
export function challengeLifetime(
  clock: WalletClock,
  challenge: { readonly expiresAt: string; readonly issuedAt: string },
): Lifetime {
  const life = Date.parse(challenge.expiresAt) - Date.parse(challenge.issuedAt);
  return new Lifetime(clock, life || 0);
}

/**
 * The lifetime of a newly opened session in milliseconds, from the service's two times, or from the
 * relay's if that is shorter.
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
