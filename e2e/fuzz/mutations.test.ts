import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mutated, setOwn } from './mutations.ts';

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
