import { expect, test } from 'vitest';
import { SetClock } from '../../test/fake-clock.ts';
import { steadyClock } from './steady-clock.ts';

test('a clock goes on where the one below it is set back, and follows one that is set forward', () => {
  const clock = new SetClock(0);
  const steady = steadyClock(clock);
  const times = [-60_000, 0, 3_600_000, -3_600_000].map((step) => {
    clock.set(step);
    clock.advance(1_000);
    return steady.now();
  });
  expect(times).toEqual([1_000, 2_000, 3_543_000, 3_544_000]);
});
