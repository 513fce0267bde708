import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './release.ts';

/** A folder of generated pages below `docs`; git ignores them. */
export type Collection = 'operations' | 'errors' | 'events' | 'api' | 'packages' | 'walkthroughs';

/** A page that is generated when the site is built. */
export interface GeneratedPage {
  /** The last part of its address: `cards-update`. */
  readonly slug: string;
  readonly title: string;
  /** Its heading in the navigation. */
  readonly group: string;
  /** Markdown. */
  readonly content: string;
}

/** The title and the heading of every generated page; `scripts/docs/write-pages.ts` writes the file. */
export const titlesFile = join(root, 'docs/tables/titles.json');

/** A page as the navigation lists it. */
export type PageTitle = Omit<GeneratedPage, 'content'>;

/** The generated pages of each collection; none before they have been written. */
export function pageTitles(): Readonly<Partial<Record<Collection, readonly PageTitle[]>>> {
  return existsSync(titlesFile) ? JSON.parse(readFileSync(titlesFile, 'utf8')) : {};
}
