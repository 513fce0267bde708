import { expect, test } from 'vitest';
import { followClock } from './follow-clock.ts';

/** A clock to follow, and a second that passes at the call of the test. */
function followed() {
  const times: string[] = [];
  let due: (() => void) | undefined;
  const state = { now: '1', reads: 0 };
  const clock = followClock({
    read: async () => {
      state.reads += 1;
      return state.now;
    },
    onTime: (now) => times.push(now),
    after: (_milliseconds, callback) => {
      due = callback;
      return () => {
        due = undefined;
      };
    },
  });
  const second = async () => {
    const callback = due;
    due = undefined;
    callback?.();
    await new Promise(setImmediate);
  };
  return { clock, state, times, second };
}

test('a clock that runs is read each second', async () => {
  const { clock, state, times, second } = followed();
  clock.seen('1');
  for (const now of ['2', '3']) {
    state.now = now;
    await second();
  }
  expect(times).toEqual(['2', '3']);
  clock.stop();
  await second();
  expect(state.reads).toBe(2);
});

test('a clock that stands still is read once after each change', async () => {
  const { clock, state, times, second } = followed();
  clock.seen('1');
  await second();
  await second();
  expect(state.reads).toBe(1);
  clock.seen('1');
  await second();
  expect(state.reads).toBe(2);
  expect(times).toEqual([]);
});

test('a time is not told when a later state was read meanwhile', async () => {
  const { clock, state, times, second } = followed();
  clock.seen('1');
  state.now = '2';
  const passed = second();
  clock.seen('3');
  await passed;
  expect(times).toEqual([]);
});
