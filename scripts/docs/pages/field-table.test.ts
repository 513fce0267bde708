import { expect, test } from 'vitest';
import { fieldTable } from './field-table.ts';

// What a break of the reader of fields leads to: every page with a table is made by `npm run docs:build`.
test.each([
  [{ path: '0' }, '0 has a number for a name'],
  [{ path: 'items.12' }, 'items.12 has a number'],
  [{ path: 'a.length' }, 'a.length is a member of every array'],
  [{ comment: ' ' }, 'a has no doc comment'],
  [{ type: 'any' }, 'a has the type any'],
  [{ type: 'unknown[]' }, 'a has the type unknown'],
  [{ type: "('A' | 'B')[] | 'A'" }, 'a has a value twice'],
  [{ type: "'A' | string" }, 'a has values and any other'],
])('a table of fields refuses %o', (fields, message) => {
  const row = { path: 'a', type: 'string', isRequired: false, comment: 'A field.', onlyIn: [] };
  expect(fieldTable([row, { ...row, path: 'b[].c' }])).toMatch(/`a`.*\n.*`b\[\]\.c`/);
  expect(() => fieldTable([row, { ...row, ...fields }])).toThrow(message);
});
