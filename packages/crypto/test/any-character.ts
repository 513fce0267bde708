import * as fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const LAST_CODE_POINT = 0x10ffff;

function codePointOf(text: unknown): number {
  const codePoint = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (codePoint === undefined || String.fromCodePoint(codePoint) !== text) {
    throw new Error('The value is not one character.');
  }
  if (!text.isWellFormed()) throw new Error('The value is half of a character.');
  return codePoint;
}

/**
 * Every character of Unicode, as `fc.string({ unit: 'binary' })` has them. That unit first builds a
 * map of all 1.1 million characters, which takes a second in each thread; here they are computed.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(LAST_CODE_POINT - SURROGATES).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
  (text) => {
    const codePoint = codePointOf(text);
    return codePoint < FIRST_SURROGATE ? codePoint : codePoint - SURROGATES;
  },
);
