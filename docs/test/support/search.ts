import { globSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { searchOptions } from '../../.vitepress/search.ts';
import { base, siteFolder } from './site.ts';

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
export async function searchPages(query: string): Promise<string[]> {
  const found = (await builtIndex()).search(query, { ...searchOptions });
  const paths = found.map(({ id }) => `/${id.slice(base.length).split('#')[0]}`);
  return [...new Set(paths)];
}
