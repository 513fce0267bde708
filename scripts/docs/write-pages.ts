import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Collection,
  fileText,
  folderOf,
  type GeneratedPage,
} from '../../docs/.vitepress/generated.ts';
import { root } from '../lib/workspace.ts';
import { completions } from './completions.ts';
import { dependenciesPage } from './dependencies/page.ts';
import { openApiDocument } from './openapi/document.ts';
import { apiPages } from './pages/api.ts';
import { conformance, conformancePage, decisionsPage } from './pages/conformance.ts';
import { errorList, errorPages } from './pages/errors.ts';
import { eventList, eventPages } from './pages/events.ts';
import {
  describedFixturesSchema,
  mockReferencePages,
  mockRulesPage,
  sandboxValues,
} from './pages/mock-reference.ts';
import { operationList, operationPages } from './pages/operations.ts';
import { packagesPages, walkthroughPages } from './pages/packages.ts';
import { runtimesPage } from './pages/runtimes.ts';

/** Every page that is generated from the packages, by collection. Reads the built declarations. */
async function allPages(): Promise<Record<Collection, readonly GeneratedPage[]>> {
  return {
    operations: [operationList(), ...(await operationPages())],
    errors: [errorList(), ...errorPages()],
    events: [eventList(), ...eventPages()],
    api: apiPages(),
    packages: packagesPages(),
    walkthroughs: walkthroughPages(),
    reference: [
      ...mockReferencePages(),
      mockRulesPage(),
      sandboxValues(),
      runtimesPage(),
      dependenciesPage(),
      conformancePage(await conformance()),
      decisionsPage(),
    ],
  };
}

/**
 * Writes the generated pages, `openapi.json`, the schema of files of fixtures and what the playground's editor offers into the site's folders, which git ignores, and
 * deletes those of an earlier run.
 */
export async function writePages(): Promise<number> {
  const pages = Object.entries(await allPages());
  for (const [collection, content] of pages) {
    const folder = folderOf(collection as Collection);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const page of content) writeFileSync(join(folder, `${page.slug}.md`), fileText(page));
  }
  writeFileSync(join(root, 'docs/public/openapi.json'), JSON.stringify(openApiDocument()));
  writeFileSync(
    join(root, 'docs/public/fixtures.schema.json'),
    JSON.stringify(describedFixturesSchema()),
  );
  writeFileSync(join(root, 'docs/public/completions.json'), JSON.stringify(completions()));
  return pages.reduce((sum, [, content]) => sum + content.length, 0);
}
