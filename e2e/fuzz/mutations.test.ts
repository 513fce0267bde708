import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { check, seed } from './budget.ts';
import { hostile, mutated, setOwn } from './mutations.ts';
import { subjects } from './subject.ts';

test('mutating values never touches the prototype that all objects share', () => {
  const before = Object.getOwnPropertyNames(Object.prototype).length;
  fc.assert(
    fc.property(mutated({ a: {}, b: [{ c: 1 }] }), () => {
      expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before);
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
});

test('the length of an array is left as it is', () => {
  const holder: unknown[] = [1];
  setOwn(holder as never, 'length', 'three');
  setOwn(holder as never, '1', 2);
  expect(holder).toEqual([1, 2]);
});

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
