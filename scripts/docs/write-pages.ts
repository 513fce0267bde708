import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Collection,
  fileText,
  folderOf,
  type GeneratedPage,
} from '../../docs/.vitepress/generated.ts';
import { root } from '../lib/workspace.ts';
import { dependenciesPage } from './dependencies/page.ts';
import { recordFlows } from './flows/coverage.ts';
import { coveragePage } from './flows/page.ts';
import { differencesPage } from './openapi/differences.ts';
import { openApiDocument } from './openapi/document.ts';
import { apiPages } from './pages/api.ts';
import { conformance, conformancePage } from './pages/conformance.ts';
import { errorList } from './pages/error-list.ts';
import { errorPages } from './pages/errors.ts';
import { eventList } from './pages/event-list.ts';
import { eventPages } from './pages/events.ts';
import { mockReferencePages } from './pages/mock-reference.ts';
import { mockRulesPage } from './pages/mock-rules.ts';
import { operationList } from './pages/operation-list.ts';
import { operationPages } from './pages/operations.ts';
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
      coveragePage(await recordFlows()),
      runtimesPage(),
      dependenciesPage(),
      conformancePage(await conformance()),
      differencesPage(),
    ],
  };
}

/**
 * Writes the generated pages and `openapi.json` into the site's folders, which git ignores, and
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
  return pages.reduce((sum, [, content]) => sum + content.length, 0);
}
