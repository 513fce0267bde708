import { MAX_TIMER_DELAY } from '@org/payments-contract/internal';
import { MockUsageError } from './usage-error.ts';

/** A length of time, summed over its fields. Negative numbers go back. */
export interface Duration {
  /** Days of 24 hours. */
  readonly days?: number;
  /** Hours. */
  readonly hours?: number;
  /** Minutes. */
  readonly minutes?: number;
  /** Seconds. */
  readonly seconds?: number;
  /** Milliseconds. */
  readonly milliseconds?: number;
}

/** A point in time: a date, an ISO 8601 text, or milliseconds since 1970. */
export type Instant = Date | string | number;

/**
 * The mock's time, from the only clock that the mock reads. It is a clock for the client, the webhook
 * handler, the journal, the relay and the wallet too: give it to all of them, so that they agree.
 */
export interface MockClock {
  /** Returns milliseconds since 1970, like `Date.now()`. */
  now(): number;
  /** Returns the milliseconds by which time went forward; a move back leaves it as it is. */
  monotonic(): number;
  /**
   * Calls back once time has been moved by a number of milliseconds, or as many have passed on this machine:
   * nothing waits for ever on a clock that stands still. The returned function cancels it.
   */
  setTimeout(callback: () => void, milliseconds: number): () => void;
  /** Whether time passes on its own; otherwise it stands still until it is moved. */
  readonly isRunning: boolean;
  /** Moves time forward, or back with negative numbers. */
  advance(duration: Duration): void;
  /** Moves time to a point. */
  set(instant: Instant): void;
}

const units = ['days', 'hours', 'minutes', 'seconds', 'milliseconds'] as const;

function requireUnits(duration: Duration): void {
  const isObject = typeof duration === 'object' && duration !== null;
  const given = isObject ? Object.entries(duration) : [];
  const expected = `Units are ${units.join(', ')}, each a finite number.`;
  if (given.length === 0)
    throw new MockUsageError(`The duration does not have a unit of time. ${expected}`, []);
  for (const [unit, value] of given) {
    if (!units.some((known) => known === unit)) {
      throw new MockUsageError(`${unit} is not a unit of time. ${expected}`, []);
    }
    if (value !== undefined && !Number.isFinite(value)) {
      throw new MockUsageError(`${unit} is ${String(value)}. ${expected}`, []);
    }
  }
}

/** @throws MockUsageError for an unknown unit of time, naming the known ones */
function milliseconds(duration: Duration): number {
  requireUnits(duration);
  const { days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 } = duration;
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
}

/** Returns milliseconds since 1970. @throws MockUsageError for another text than a date, and outside the range of `Date` */
export function instant(value: Instant): number {
  const time = typeof value === 'number' ? value : new Date(value).getTime();
  if (!isTime(time) || (typeof value === 'string' && isNotADay(value))) {
    const expected =
      'a Date, an ISO 8601 text such as 2026-01-05T09:00:00Z, or milliseconds since 1970';
    throw new MockUsageError(`Not a point in time: ${String(value)}; expected ${expected}`, []);
  }
  return time;
}

/** The furthest that a date can be from 1970, in milliseconds. */
const FURTHEST = 8.64e15;

function isTime(time: number): boolean {
  return Number.isFinite(time) && Math.abs(time) <= FURTHEST;
}

/** Whether a text begins with a day that does not exist: `Date` would move 30 February to 2 March. */
function isNotADay(text: string): boolean {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  if (day === undefined) return false;
  const time = Date.parse(day);
  return !Number.isFinite(time) || new Date(time).toISOString().slice(0, 10) !== day;
}

export function iso(time: number): string {
  return new Date(time).toISOString();
}

/** Returns the time that a user's function returned. @throws MockUsageError if it is not a time */
function sourceTime(time: unknown): number {
  if (typeof time === 'number' && isTime(time)) return time;
  const expected = 'return milliseconds since 1970, as Date.now does';
  throw new MockUsageError(`The function \`now\` returned ${String(time)}; ${expected}`, []);
}

/** Timers that end when a clock is moved, or when their time has passed on this machine. */
class MovableTimers {
  readonly #monotonic: () => number;
  readonly #timers = new Set<{ readonly due: number; end(): void }>();

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  start(callback: () => void, milliseconds: number): () => void {
    const cancel = () => {
      clearTimeout(real);
      this.#timers.delete(timer);
    };
    const end = () => {
      cancel();
      callback();
    };
    const timer = { due: this.#monotonic() + milliseconds, end };
    const real = setTimeout(end, Math.min(milliseconds, MAX_TIMER_DELAY));
    this.#timers.add(timer);
    return cancel;
  }

  /** Ends those that are due, the earliest first. */
  moved(): void {
    const due = [...this.#timers].filter((timer) => timer.due <= this.#monotonic());
    for (const timer of due.sort((one, other) => one.due - other.due)) timer.end();
  }
}

/** Creates a clock that stands still, or runs with a source. `moved` is called after every move. */
export function createClock(
  start: Instant | (() => number),
  moved: () => void = () => undefined,
): MockClock {
  const source = typeof start === 'function' ? () => sourceTime(start()) : () => 0;
  let offset = typeof start === 'function' ? 0 : instant(start);
  let forward = 0;
  const monotonic = () => source() + forward;
  const timers = new MovableTimers(monotonic);
  const move = (by: number) => {
    offset += by;
    forward += Math.max(0, by);
    moved();
    timers.moved();
  };
  return {
    now: () => source() + offset,
    monotonic,
    setTimeout: (callback, delay) => timers.start(callback, delay),
    isRunning: typeof start === 'function',
    advance: (duration) => {
      const by = milliseconds(duration);
      instant(source() + offset + by);
      move(by);
    },
    set: (value) => move(instant(value) - source() - offset),
  };
}
