import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Collection,
  fileText,
  folderOf,
  type GeneratedPage,
} from '../../docs/.vitepress/generated.ts';
import { recordFlows } from './flows/coverage.ts';
import { coveragePage } from './flows/page.ts';
import { apiPages } from './pages/api.ts';
import { errorPages } from './pages/errors.ts';
import { eventPages } from './pages/events.ts';
import { mockReferencePages } from './pages/mock-reference.ts';
import { operationPages } from './pages/operations.ts';
import { packagesPages, walkthroughPages } from './pages/packages.ts';

/** Every page that is generated from the packages, by collection. Reads the built declarations. */
async function allPages(): Promise<Record<Collection, readonly GeneratedPage[]>> {
  return {
    operations: await operationPages(),
    errors: errorPages(),
    events: eventPages(),
    api: apiPages(),
    packages: packagesPages(),
    walkthroughs: walkthroughPages(),
    reference: [...mockReferencePages(), coveragePage(await recordFlows())],
  };
}

/** Writes the generated pages into the site's folders, and deletes those of an earlier run. */
export async function writePages(): Promise<number> {
  const pages = Object.entries(await allPages());
  for (const [collection, content] of pages) {
    const folder = folderOf(collection as Collection);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const page of content) writeFileSync(join(folder, `${page.slug}.md`), fileText(page));
  }
  return pages.reduce((sum, [, content]) => sum + content.length, 0);
}
