import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/workspace.ts';
import { typeProblems } from './type-problems.ts';

const rows = 'packages/contract/src/areas/cards/operations.ts';
const clients = 'packages/contract/src/platform.ts';

/** The problems after a change of one file, in memory. */
function problemsAfter(path: string, before: string, after: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  expect(text).toContain(before);
  return typeProblems(root, new Map([[join(root, path), text.replace(before, after)]]));
}

test.each([
  ['a schema that does not exist', rows, '{ 200: Card }', '{ 200: Crad }', "'Crad'"],
  ['an error code', rows, "'CARD_NOT_MUTABLE'", "'CARD_NOT_MUTABEL'", '"CARD_NOT_MUTABEL"'],
  ['a method', rows, "method: 'GET'", "method: 'GTE'", '"GTE"'],
  ['an area without a folder', clients, './areas/cards/', './areas/crads/', './areas/crads/'],
  ['an error of the syntax', rows, "method: 'GET',", "method: 'GET'", "',' expected"],
])('%s is named with its place', (_what, path, before, after, named) => {
  const problems = problemsAfter(path, before, after);
  const found = problems.find((each) => each.includes(named));
  expect(found).toMatch(new RegExp(`^${path}:\\d+: `));
});

test('a name that is not used yet is not a problem', () => {
  expect(problemsAfter(rows, 'const params =', 'const later = 1;\nconst params =')).toEqual([]);
});
