import { expect, test } from 'vitest';
import { play } from './play.ts';

test('after a lost response, hand-written code pays twice and the SDK once', async () => {
  const lines: string[] = [];
  await play((line) => lines.push(line));
  expect(lines).toEqual([
    'by hand: 120 payments',
    'by hand: the connection broke. Was it paid? Trying again …',
    'by hand: paid 2 times',
    'by hand: the card is FROZEN',
    'with the SDK: 120 payments',
    'with the SDK: paid 1 time',
    'with the SDK: the card is FROZEN',
  ]);
});
