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

/** The mock's time, from the only clock that the mock reads. */
export interface MockClock {
  /** Returns milliseconds since 1970, like `Date.now()`, so it can be injected as a clock. */
  now(): number;
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

/**
 * Returns a duration in milliseconds.
 *
 * @throws MockUsageError for an unknown unit of time, naming the known ones
 */
function milliseconds(duration: Duration): number {
  requireUnits(duration);
  const { days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 } = duration;
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
}

/**
 * Returns a point in time in milliseconds since 1970.
 *
 * @throws MockUsageError for text that is not a date, and for a time outside the range of `Date`
 */
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

/**
 * Returns whether a string begins with a day that does not exist, such as 30 February, which `Date`
 * would change into 2 March.
 */
function isNotADay(text: string): boolean {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  if (day === undefined) return false;
  const time = Date.parse(day);
  return !Number.isFinite(time) || new Date(time).toISOString().slice(0, 10) !== day;
}

/** Returns the ISO 8601 text of a time in milliseconds. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}

/** Returns the time that a user's function returned. @throws MockUsageError if it is not a time */
function sourceTime(time: unknown): number {
  if (typeof time === 'number' && isTime(time)) return time;
  const expected = 'return milliseconds since 1970, as Date.now does';
  throw new MockUsageError(`The function \`now\` returned ${String(time)}; ${expected}`, []);
}

/**
 * Creates a clock that stands still at a point in time, or runs with a source such as `Date.now`.
 *
 * @param moved called after every move by `advance` or `set`
 */
export function createClock(
  start: Instant | (() => number),
  moved: () => void = () => undefined,
): MockClock {
  const source = typeof start === 'function' ? () => sourceTime(start()) : () => 0;
  let offset = typeof start === 'function' ? 0 : instant(start);
  return {
    now: () => source() + offset,
    isRunning: typeof start === 'function',
    advance: (duration) => {
      const by = milliseconds(duration);
      instant(source() + offset + by);
      offset += by;
      moved();
    },
    set: (value) => {
      offset = instant(value) - source();
      moved();
    },
  };
}
