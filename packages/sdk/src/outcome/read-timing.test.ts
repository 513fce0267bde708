import { describe, expect, test } from 'vitest';
import {
  CLOCK_TOLERANCE,
  certainStaleness,
  earliestSent,
  momentOf,
  type ReadTiming,
  ServiceClock,
  timeInCache,
  untilProof,
  type WriteTiming,
} from './read-timing.ts';

const SENT = Date.parse('2026-01-05T09:00:00Z');
/** The default deadline and the default time to settle. */
const SETTLED = 150_000;
const own: WriteTiming = { sentAt: SENT, clockOffset: 0, sameProcess: true };
const other: WriteTiming = { sentAt: SENT, clockOffset: 0, sameProcess: false };
const unknown = { clockOffset: undefined };

/** A read some time after the write was sent, by a clock that both share unless a test says more. */
function readAfter(milliseconds: number, more: Partial<ReadTiming> = {}): ReadTiming {
  const at = SENT + milliseconds;
  return { at, date: at, age: 0, ...more };
}

describe('the time until a read proves that a write is missing', () => {
  test('is the deadline and the time to settle', () => {
    expect(untilProof(readAfter(0), own)).toBe(SETTLED);
    expect(untilProof(readAfter(SETTLED - 1), own)).toBe(1);
    expect(untilProof(readAfter(SETTLED), own)).toBe(0);
    expect(untilProof(readAfter(SETTLED + 1), own)).toBe(0);
    const timing = { ...own, deadlineAt: SENT + 1_000, settle: 500 };
    expect(untilProof(readAfter(0), timing)).toBe(1_500);
    expect(untilProof(readAfter(1_500), timing)).toBe(0);
  });

  test('does not end with a response from a cache', () => {
    expect(untilProof(readAfter(SETTLED, { age: 1 }), own)).toBe(1_000);
    expect(untilProof(readAfter(SETTLED + 5, { age: 0 }), own)).toBe(0);
  });

  test('is counted by the slower of two clocks, in the process that sent the write', () => {
    expect(untilProof(readAfter(SETTLED, { date: SENT + 100_000 }), own)).toBe(48_000);
    // A `Date` may be 2 seconds off.
    expect(untilProof(readAfter(SETTLED, { date: SENT + SETTLED - 2_000 }), own)).toBe(0);
    expect(untilProof(readAfter(SETTLED, { date: SENT + SETTLED - 2_001 }), own)).toBe(1);
    expect(untilProof(readAfter(SETTLED - 5, { date: SENT + 2 * SETTLED }), own)).toBe(5);
    // Nothing shows when a response without a `Date` was made, unless what it returned does.
    const undated = { date: Number.NaN };
    expect(untilProof(readAfter(SETTLED, undated), own)).toBe(Number.POSITIVE_INFINITY);
    const later = SENT + SETTLED + CLOCK_TOLERANCE;
    expect(untilProof(readAfter(later, { ...undated, notBefore: later }), own)).toBe(0);
    expect(untilProof(readAfter(later, { ...undated, notBefore: later - 1 }), own)).toBe(1);
    // A service far behind: its dates are old, its reads are not.
    const behind = { ...own, clockOffset: -200_000 };
    expect(untilProof(readAfter(SETTLED, { date: SENT + SETTLED - 200_000 }), behind)).toBe(0);
  });

  test('is 300 s longer if no response showed the difference of the clocks: one may be a copy', () => {
    const timing = { ...own, ...unknown };
    expect(untilProof(readAfter(SETTLED), timing)).toBe(CLOCK_TOLERANCE);
    expect(untilProof(readAfter(SETTLED + CLOCK_TOLERANCE), timing)).toBe(0);
    const copy = readAfter(SETTLED, { date: SENT + SETTLED + 200_000 - 100_000 });
    expect(untilProof(copy, timing)).toBe(200_000);
  });

  test('is 300 s longer by both clocks, if another machine may have sent the write', () => {
    const later = SETTLED + CLOCK_TOLERANCE;
    for (const more of [{}, unknown]) {
      const timing = { ...other, ...more };
      expect(untilProof(readAfter(later), timing)).toBe(0);
      expect(untilProof(readAfter(later, { date: SENT + later - 7 }), timing)).toBe(7);
      expect(untilProof(readAfter(later - 7, { date: SENT + later }), timing)).toBe(7);
    }
    const ahead = { ...other, clockOffset: 200_000 };
    expect(untilProof(readAfter(later, { date: SENT + later }), ahead)).toBe(200_000);
  });
});

test('a read is certainly older than the write by its date, if the clocks cannot explain it', () => {
  const olderBy = (offset: number | undefined, date: number) =>
    certainStaleness(readAfter(9, { date }), { sentAt: SENT, clockOffset: offset });
  expect(olderBy(0, Number.NaN)).toBe(0);
  expect(olderBy(0, SENT - 2_001)).toBe(1);
  expect(olderBy(7_000, SENT + 4_999)).toBe(1);
  expect(olderBy(-7_000, SENT - 9_000)).toBe(0);
  expect(olderBy(undefined, SENT - CLOCK_TOLERANCE - 2_000)).toBe(0);
  expect(olderBy(undefined, SENT - CLOCK_TOLERANCE - 2_001)).toBe(1);
});

describe('the earliest time at which a write was sent', () => {
  test('is by the known offset of the clocks', () => {
    expect(earliestSent(readAfter(9), { ...own, clockOffset: 7_000 })).toBe(SENT + 5_000);
    expect(earliestSent(readAfter(9), { ...other, clockOffset: -7_000 })).toBe(SENT - 9_000);
  });

  test('is by the offset that the read shows, for a write of this process', () => {
    const shown = { ...own, ...unknown };
    expect(earliestSent(readAfter(9, { date: SENT + 30_009 }), shown)).toBe(SENT + 28_000);
    for (const read of [
      readAfter(9, { date: Number.NaN }),
      readAfter(9, { age: 1 }),
      readAfter(9, { date: SENT - 2_001 }),
    ]) {
      expect(earliestSent(read, shown)).toBe(SENT - CLOCK_TOLERANCE);
    }
    expect(earliestSent(readAfter(9), { ...other, ...unknown })).toBe(SENT - CLOCK_TOLERANCE);
  });

  test('is not known once our clock went back', () => {
    expect(earliestSent(readAfter(-1), own)).toBeNaN();
    expect(earliestSent(readAfter(0), own)).toBe(SENT - 2_000);
    expect(earliestSent(readAfter(-1), { ...other, ...unknown })).toBe(SENT - CLOCK_TOLERANCE);
  });
});

describe('a clock that is set', () => {
  const write = { ...own, ...unknown, monotonicAt: 7_000 };
  /** A read some time after the write, by a clock that was set forward meanwhile. */
  const readBy = (milliseconds: number, step: number, date = SENT + 86_400_000) =>
    readAfter(milliseconds + step, { monotonicAt: 7_000 + milliseconds, date });

  test('forward after the write does not make a read evidence earlier', () => {
    expect(untilProof(readBy(5_000, 3_600_000), write)).toBe(SETTLED - 5_000);
    expect(untilProof(readBy(SETTLED, 3_600_000), write)).toBe(0);
    // Without a monotonic clock, or for the write of another process, there is only the time.
    expect(untilProof(readBy(5_000, 3_600_000), own)).toBe(0);
  });

  test('back after the write delays it', () => {
    expect(untilProof(readBy(SETTLED, -60_000), write)).toBe(60_000);
  });

  test("does not show the service's clock", () => {
    for (const step of [-60_000, -1_001, 1_001, 60_000]) {
      const read = readBy(90_000, step, SENT + 90_000 + step);
      expect(earliestSent(read, write)).toBe(SENT - CLOCK_TOLERANCE);
    }
    for (const step of [-1_000, 0, 1_000]) {
      const read = readBy(90_000, step, SENT + 90_000 + step);
      expect(earliestSent(read, write)).toBe(SENT - 2_000);
    }
  });
});

test('the moment of a clock has the monotonic time if the clock has one', () => {
  const clock = { now: () => 7, setTimeout: () => () => undefined };
  expect(momentOf(clock)).toEqual({ now: 7, monotonic: undefined });
  expect(momentOf({ ...clock, monotonic: () => 3 })).toEqual({ now: 7, monotonic: 3 });
});

/** A moment of a clock whose monotonic clock began with it. */
function moment(now: number, step = 0) {
  return { now: now + step, monotonic: now };
}

test("nothing is known of the service's clock once ours was set, until the next response", () => {
  const date = 'Mon, 05 Jan 2026 09:00:05 GMT';
  for (const step of [-60_000, 60_000]) {
    const clock = new ServiceClock();
    clock.note(date, moment(SENT));
    expect(clock.offsetAt(moment(SENT + 9_000, 1_000))).toBe(5_000);
    expect(clock.offsetAt(moment(SENT), moment(SENT + 9_000, step))).toBeUndefined();
    expect(clock.offsetAt({ now: SENT + step, monotonic: undefined })).toBe(5_000);
    clock.note(date, moment(SENT + 9_000, step));
    expect(clock.offsetAt(moment(SENT + 9_000, step))).toBe(-4_000 - step);
    expect(clock.offsetAt(moment(SENT), moment(SENT + 9_000, step))).toBeUndefined();
  }
});

test("the service's clock is as far ahead as any response shows", () => {
  const clock = new ServiceClock();
  clock.note(null, moment(SENT));
  clock.note('no date', moment(SENT));
  expect(clock.offsetAt()).toBeUndefined();
  for (const [date, offset] of [
    ['09:00:01', 1_000],
    ['09:00:05', 5_000],
    ['08:59:00', 5_000],
  ] as const) {
    clock.note(`Mon, 05 Jan 2026 ${date} GMT`, moment(SENT));
    expect(clock.offsetAt()).toBe(offset);
  }
  const behind = new ServiceClock();
  behind.note('Mon, 05 Jan 2026 08:59:00 GMT', moment(SENT));
  expect(behind.offsetAt()).toBe(-60_000);
});

test.each([
  [null, 0],
  ['0', 0],
  [' 0 ', 0],
  ['7', 7],
  ['9, 9', 9],
  ['9;x', 9],
  ['0, 9', 1],
  ['0, 0', 1],
  ['00', 1],
  ['-5', 1],
  ['soon', 1],
  ['', 1],
])('the Age %j is that of a response which was in a cache for %i s', (age, seconds) => {
  expect(timeInCache((name) => (name === 'age' ? age : null))).toBe(seconds);
});

test.each([
  ['x-cache', 'Hit from cloudfront', 1],
  ['x-cache', 'MISS, HIT', 1],
  ['x-cache', 'TCP_MEM_HIT', 1],
  ['x-cache', 'Miss from cloudfront', 0],
  ['cf-cache-status', 'STALE', 1],
  ['cf-cache-status', 'DYNAMIC', 0],
  ['cache-status', 'ExampleCache; hit; ttl=30', 1],
  ['cache-status', 'ExampleCache; fwd=stale', 0],
])('the field %s of %j is that of a copy: %i', (field, value, seconds) => {
  expect(timeInCache((name) => (name === field ? value : null))).toBe(seconds);
});
