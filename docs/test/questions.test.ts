import { globSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { describe, expect, test } from 'vitest';
import { indexOptions, searchOptions } from '../.vitepress/search.ts';
import { failures } from './questions/failures.ts';
import { frontendTeam } from './questions/frontend-teams.ts';
import { operations } from './questions/operations.ts';
import { platformDeveloper } from './questions/platform-developers.ts';
import { production } from './questions/production.ts';
import { browserAndTests, tester } from './questions/testers.ts';
import { base, builtPage, builtPages, siteFolder } from './support/site.ts';

/** What newcomers ask, by who asks and of what. */
const questions = {
  'a platform developer': platformDeveloper,
  'a frontend team': frontendTeam,
  'a tester': tester,
  'who looks for an operation': operations,
  'who met a failure': failures,
  'who runs it': production,
  'who builds the page or tests it': browserAndTests,
} as const;

interface Found {
  readonly id: string;
}

let index: MiniSearch<Found> | undefined;

async function builtIndex(): Promise<MiniSearch<Found>> {
  if (index !== undefined) return index;
  const [file] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: siteFolder });
  if (file === undefined) throw new Error('The site has no search index');
  const { default: text } = (await import(join(siteFolder, file))) as { default: string };
  index = MiniSearch.loadJSON<Found>(text, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    ...indexOptions,
  });
  return index;
}

/** The pages that a search finds, best first, each once: what the search box of the site shows. */
async function searchPages(query: string): Promise<string[]> {
  const found = (await builtIndex()).search(query, { ...searchOptions });
  const paths = found.map(({ id }) => `/${id.slice(base.length).split('#')[0]}`);
  return [...new Set(paths)];
}

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

test('there are two hundred questions, each asked once', () => {
  const all = Object.values(questions).flatMap((asked) => asked.map(({ asks }) => asks));
  expect(all.length).toBeGreaterThanOrEqual(200);
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
