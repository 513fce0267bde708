import { expect, test } from 'vitest';
import { outcomeOf } from './outcomes.ts';

const table = { '001': 'one', '002': 'two', other: 'rest' } as const;

test.each([
  ['123001', 'one'],
  ['001', 'one'],
  ['DE001002', 'two'],
  ['0012', 'rest'],
  ['01', 'rest'],
  ['', 'rest'],
  [undefined, 'rest'],
  ['$ada001@example.002', 'one'],
  ['other', 'rest'],
  ['constructor', 'rest'],
  ['xto__proto__', 'rest'],
])('rule 81: the suffix of %s decides', (value, expected) => {
  expect(outcomeOf<string>(table, value)).toBe(expected);
});
