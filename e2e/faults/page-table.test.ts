import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tableProblems } from './page-table.ts';

const page = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8');

test('the table of the page has every fault, with numbers that the suite permits', () => {
  expect(tableProblems(page)).toEqual([]);
});

const lost = '| truncated body | 36 | 9 | 6 | 21 | 0 | 0 | 0 | 0 |';
const refused = '| 429 storm | 36 | 9 | 27 | 0 | 0 | 0 | 0 | 0 |';

test.each([
  ['a missing row', `${refused}\n`, '', 'lacks "429 storm"'],
  ['a row of another fault', '| 429 storm |', '| 418 storm |', 'has "418 storm"'],
  ['a row that is there twice', refused, `${refused}\n${refused}`, 'has "429 storm"'],
  [
    'a broken promise',
    '| 21 | 0 | 0 | 0 | 0 |',
    '| 21 | 0 | 0 | 1 | 0 |',
    'reported failed, applied',
  ],
  ['another number of calls', '| 429 storm | 36 |', '| 429 storm | 37 |', 'permits 36'],
  [
    'outcomes that the suite does not permit',
    lost,
    '| truncated body | 36 | 10 | 6 | 20 | 0 | 0 | 0 | 0 |',
    'shows 10 done at "truncated body"; the suite permits 9',
  ],
  ['a sum that is not one', '| all | 3', '| all | 4', 'the rows add up to'],
  ['another number of calls at once', '10 % faults | 3000 |', '10 % faults | 2000 |', 'makes 3000'],
])('%s is refused', (_what, before, after, problem) => {
  expect(page).toContain(before);
  const problems = tableProblems(page.replace(before, after));
  expect(problems.join('\n')).toContain(problem);
});

test('a page without the marks of the table is refused', () => {
  expect(() => tableProblems(page.replace('<!-- tally:end -->', ''))).toThrow('once each');
});
