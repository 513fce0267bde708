import { expect, test } from 'vitest';
import { play } from './play.ts';

test('a business is created, completed step by step, and approved', async () => {
  const lines: string[] = [];
  await play((line) => lines.push(line));
  expect(lines).toEqual([
    expect.stringContaining('missing at first: MISSING_CONTROL_PERSON, MISSING_BENEFICIAL_OWNER'),
    'missing then: nothing',
    'webhook: the business is approved',
    'status: APPROVED',
  ]);
});
