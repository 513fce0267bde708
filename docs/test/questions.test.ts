import { globSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { describe, expect, test } from 'vitest';
import { searchOptions } from '../.vitepress/search.ts';
import { questions } from './questions.ts';
import { base, builtPage, builtPages, siteFolder } from './support/site.ts';

/** The number of results that the search box shows without scrolling. */
const SHOWN = 5;

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

test('there are thirty questions, ten of each kind of reader', () => {
  for (const asked of Object.values(questions)) expect(asked).toHaveLength(10);
  const all = Object.values(questions).flatMap((asked) => asked.map(({ asks }) => asks));
  expect(new Set(all).size).toBe(30);
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
  });
  return index;
}

/** The pages that a search finds, best first, each once: what the search box of the site shows. */
async function searchPages(query: string): Promise<string[]> {
  const found = (await builtIndex()).search(query, { ...searchOptions });
  const paths = found.map(({ id }) => `/${id.slice(base.length).split('#')[0]}`);
  return [...new Set(paths)];
}
