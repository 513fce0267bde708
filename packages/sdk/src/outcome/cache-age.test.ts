import { expect, test } from 'vitest';
import { cacheAge } from './cache-age.ts';

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
  expect(cacheAge(age)).toBe(seconds);
});
