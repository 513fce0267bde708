import { expect, test } from 'vitest';
import { nextAttempt } from './settle.ts';

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;

/** Returns the times of all attempts for an endpoint that never responds. */
function attempts(): number[] {
  const times = [0];
  for (;;) {
    const next = nextAttempt(0, times.at(-1) ?? 0, times.length);
    if (next === undefined) return times;
    times.push(next);
  }
}

test('waits double from 5 seconds to 30 minutes, for 7 days', () => {
  const times = attempts();
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(waits.slice(0, 10)).toEqual(
    [5, 10, 20, 40, 80, 160, 320, 640, 1280, 1800].map((seconds) => seconds * 1000),
  );
  expect(new Set(waits.slice(9))).toEqual(new Set([30 * MINUTE]));
  expect(times.at(-1)).toBeLessThanOrEqual(WEEK);
  expect((times.at(-1) ?? 0) + 30 * MINUTE).toBeGreaterThan(WEEK);
});
