import { describe, expect, test } from 'vitest';
import { questions } from './questions/index.ts';
import { searchPages } from './support/search.ts';
import { base, builtPage, builtPages } from './support/site.ts';

/** The number of results among which the page must be. */
const SHOWN = 3;

function linkedFrom(path: string): string[] {
  return builtPage(path)
    .links.filter((link) => link.startsWith(base))
    .map((link) => `/${link.slice(base.length).split('#')[0]}`)
    .filter((target) => builtPages().has(target));
}

/** The pages that are at most two clicks away from the first page. */
function withinTwoClicks(): ReadonlySet<string> {
  const first = linkedFrom('/');
  return new Set(['/', ...first, ...first.flatMap(linkedFrom)]);
}

test('each question is asked once', () => {
  const all = Object.values(questions).flatMap((asked) => asked.map(({ asks }) => asks));
  expect(all.toSorted()).toEqual([...new Set(all)].toSorted());
});

for (const [reader, asked] of Object.entries(questions)) {
  describe(`what ${reader} asks`, () => {
    test.each(asked)('$asks', async ({ types, page, answer }) => {
      expect(builtPage(page).text).toMatch(answer);
      const found = await searchPages(types);
      const isFound = found.slice(0, SHOWN).includes(page);
      const isNear = withinTwoClicks().has(page);
      expect({ isFound, isNear, found: isFound ? [] : found.slice(0, SHOWN) }).toEqual({
        isFound: true,
        isNear: true,
        found: [],
      });
    });
  });
}
