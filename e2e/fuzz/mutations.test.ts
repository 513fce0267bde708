import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mutated } from './mutations.ts';

test('mutating values never touches the prototype that all objects share', () => {
  const before = Object.getOwnPropertyNames(Object.prototype).length;
  fc.assert(
    fc.property(mutated({ a: {}, b: [{ c: 1 }] }), () => {
      expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before);
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
    { numRuns: 20_000 },
  );
});
