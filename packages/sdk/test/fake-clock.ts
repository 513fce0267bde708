import type { Clock } from '@org/payments-contract/internal';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();
  /** Delays asked for, in order. */
  readonly delays: number[] = [];

  constructor(start = Date.parse('2026-01-05T09:00:00Z')) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  setTimeout(callback: () => void, milliseconds: number): () => void {
    const timer = { at: this.#now + milliseconds, callback };
    this.delays.push(milliseconds);
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Timers that wait. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Moves time on and calls back whatever fell due, in order. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }
}

/** A clock that can be set, beside a monotonic one that cannot. */
export class SetClock extends FakeClock {
  #step = 0;

  override now(): number {
    return super.now() + this.#step;
  }

  monotonic(): number {
    return super.now();
  }

  /** Sets the clock forward, or back if it is negative; no time passes. */
  set(milliseconds: number): void {
    this.#step += milliseconds;
  }
}

/** A clock on which every wait is over at once and takes the time it says. */
export class EagerClock extends FakeClock {
  /** Waits shorter than this pass at once; longer ones are limits that never fire. */
  readonly #limit: number;

  constructor(limit = 10_000) {
    super();
    this.#limit = limit;
  }

  override setTimeout(callback: () => void, milliseconds: number): () => void {
    const cancel = super.setTimeout(callback, milliseconds);
    if (milliseconds < this.#limit) queueMicrotask(() => this.advance(milliseconds));
    return cancel;
  }
}

/**
 * An eager clock on which waits for a write to settle are over at once too. Limits of calls and of
 * challenges, which take up to two and exactly five minutes, still never fire.
 */
export class SettlingClock extends EagerClock {
  override setTimeout(callback: () => void, milliseconds: number): () => void {
    const cancel = super.setTimeout(callback, milliseconds);
    const isSettling = milliseconds > 119_000 && milliseconds < 200_000;
    if (isSettling || milliseconds > 400_000) queueMicrotask(() => this.advance(milliseconds));
    return cancel;
  }
}
