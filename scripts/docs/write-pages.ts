import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagePages, withTargets } from '../../docs/.vitepress/markdown/links.ts';
import {
  type Collection,
  type GeneratedPage,
  titlesFile,
} from '../../docs/.vitepress/navigation.ts';
import { root } from '../lib/workspace.ts';
import { describedFixturesSchema } from './facts/fixtures.ts';
import { openApiDocument } from './openapi/document.ts';
import { apiPages } from './pages/api.ts';
import { errorPages } from './pages/errors.ts';
import { eventPages } from './pages/events.ts';
import { operationPages } from './pages/operations.ts';
import { includedTables } from './pages/tables.ts';

/** The pages below an address that show a README: of a package, or of a guide in `examples`. */
function shownPages(folder: string, group: string): GeneratedPage[] {
  const shown = Object.entries(packagePages).filter(([, address]) => address.startsWith(folder));
  return shown.map(([file, address]) => {
    const path = join(root, file);
    const content = withTargets(readFileSync(path, 'utf8'), path);
    const title = /^# (.+)$/m.exec(content)?.[1] ?? file;
    return { slug: address.slice(folder.length), title, group, content };
  });
}

/** Pages whose lists of generated pages are included in a page of the repository. */
const listed: readonly Collection[] = ['operations', 'errors', 'events'];

/** Every page that is generated from the packages, by collection. Reads the built declarations. */
async function allPages(): Promise<Record<Collection, readonly GeneratedPage[]>> {
  return {
    operations: await operationPages(),
    errors: errorPages(),
    events: eventPages(),
    api: apiPages(),
    packages: shownPages('/packages/', 'Packages'),
    walkthroughs: shownPages('/walkthroughs/', 'Walkthroughs'),
  };
}

function emptied(folder: string, kept: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  for (const name of globSync('*.md', { cwd: folder, exclude: kept })) rmSync(join(folder, name));
  return folder;
}

/**
 * Writes the generated pages, the tables that written pages include, `openapi.json` and the schema of
 * files of fixtures into folders that git ignores, and deletes those of an earlier run. Returns the number of pages.
 */
export async function writePages(): Promise<number> {
  const pages = Object.entries(await allPages()) as [Collection, readonly GeneratedPage[]][];
  for (const [collection, content] of pages) {
    const kept = listed.includes(collection) ? ['index.md'] : [];
    const folder = emptied(join(root, 'docs', collection), kept);
    for (const { slug, content: text } of content) {
      writeFileSync(join(folder, `${slug}.md`), `${text}\n`);
    }
  }
  const tables = emptied(join(root, 'docs/tables'), []);
  for (const [name, text] of Object.entries(includedTables())) {
    writeFileSync(join(tables, `${name}.md`), text);
  }
  const titles = pages.map(([name, content]) => [
    name,
    content.map(({ slug, title, group }) => ({ slug, title, group })),
  ]);
  writeFileSync(titlesFile, JSON.stringify(Object.fromEntries(titles)));
  const files = {
    openapi: openApiDocument(),
    'fixtures.schema': describedFixturesSchema(),
  };
  for (const [name, value] of Object.entries(files)) {
    writeFileSync(join(root, 'docs/public', `${name}.json`), JSON.stringify(value));
  }
  return pages.reduce((sum, [, content]) => sum + content.length, 0);
}
