import { expect, test } from 'vitest';
import { createClock, type Duration } from './clock.ts';

test('rule 100: unknown units of time are refused, and the clock stands still', () => {
  const clock = createClock(1000);
  const advance = (duration: object) => () => clock.advance(duration as Duration);
  expect(advance({ minute: 5 })).toThrow(
    'minute is not a unit of time; allowed: days, hours, minutes, seconds, milliseconds',
  );
  expect(advance({ minutes: '5' })).toThrow('minutes must be a number');
  expect(advance({ minutes: Number.NaN })).toThrow('minutes must be a number');
  expect(clock.now()).toBe(1000);
  clock.advance({ minutes: 1, seconds: -60, milliseconds: 5 });
  expect(clock.now()).toBe(1005);
});
