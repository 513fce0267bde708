import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from './any-character.ts';

const codePoint = (text: string) => text.codePointAt(0) ?? -1;

describe('any character', () => {
  it.each(['\0', 'a', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'])(
    'can be %j',
    (text) => {
      expect(anyCharacter.canShrinkWithoutContext(text)).toBe(true);
      const shrunk = [...anyCharacter.shrink(text, undefined)].map(({ value }) => codePoint(value));
      expect(shrunk.every((one) => one < codePoint(text))).toBe(true);
    },
  );

  it.each(['', 'ab', '\ud800', '\udfff', 7])('is not %j', (value) => {
    expect(anyCharacter.canShrinkWithoutContext(value)).toBe(false);
  });

  it('is well-formed, one code point long, and of every plane', () => {
    const planes = new Set<number>();
    fc.assert(
      fc.property(anyCharacter, (text) => {
        planes.add(codePoint(text) >> 16);
        expect(text.isWellFormed()).toBe(true);
        expect([...text]).toHaveLength(1);
      }),
      { numRuns: 1_000, seed: 1 },
    );
    expect(planes.size).toBe(17);
  });
});
