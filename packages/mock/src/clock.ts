/** A length of time, summed over its fields. Negative numbers go back. */
export interface Duration {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
  readonly milliseconds?: number;
}

/** A point in time: a date, an ISO 8601 text, or milliseconds since 1970. */
export type Instant = Date | string | number;

/** The mock's time. Nothing in the mock reads any other clock. */
export interface MockClock {
  /** Milliseconds since 1970, as `Date.now()` gives them: fits wherever a clock is injected. */
  now(): number;
  /** Moves time forward, or back with negative numbers. */
  advance(duration: Duration): void;
  /** Moves time to a point. */
  set(instant: Instant): void;
}

/** Milliseconds of a duration. */
export function milliseconds(duration: Duration): number {
  const { days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 } = duration;
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
}

/**
 * Milliseconds since 1970 of a point in time.
 *
 * @throws RangeError for a text that is no date
 */
export function instant(value: Instant): number {
  const time = typeof value === 'number' ? value : new Date(value).getTime();
  if (!Number.isFinite(time)) throw new RangeError(`Not a point in time: ${String(value)}`);
  return time;
}

/** ISO 8601 text of a time in milliseconds. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}

/** A clock that stands still at a point, or runs with a source such as `Date.now`. */
export function createClock(start: Instant | (() => number)): MockClock {
  const source = typeof start === 'function' ? start : () => 0;
  let offset = typeof start === 'function' ? 0 : instant(start);
  return {
    now: () => source() + offset,
    advance: (duration) => {
      offset += milliseconds(duration);
    },
    set: (value) => {
      offset = instant(value) - source();
    },
  };
}
