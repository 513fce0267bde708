import { expect, test } from 'vitest';
import { isTooDeep, MAX_JSON_DEPTH, parseForeignJson } from './json.ts';

const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`;

test('JSON is taken up to 64 levels, and refused beyond, however deep', () => {
  expect(parseForeignJson(nested(MAX_JSON_DEPTH))).toEqual({ a: [expect.anything()] });
  for (const levels of [MAX_JSON_DEPTH + 2, 100_000]) {
    expect(() => parseForeignJson(nested(levels))).toThrow(
      new SyntaxError('it is nested deeper than 64 levels'),
    );
  }
  for (const value of [1, null, 'text', [], {}]) expect(isTooDeep(value)).toBe(false);
});
