import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { check, seed } from './budget.ts';
import { hostile } from './hostile.ts';
import { subjects } from './subject.ts';

test('a failure shows the seed, the operation, the case and why it failed', async () => {
  const [subject] = subjects;
  if (subject === undefined) throw new Error('The contract has operations.');
  const cases = fc.record({ input: fc.constant(7), other: hostile });
  const failing = check(subject, 30, cases, () => Promise.reject(new Error('the reason')));
  const error = await failing.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  const { message } = error as Error;
  expect(message).toContain(`FUZZ_SEED=${seed}`);
  expect(message).toContain(subject.name);
  expect(message).toContain('"input":7');
  expect(message).toContain('the reason');
});
