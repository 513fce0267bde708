import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contractLists } from './generate/contract-lists.ts';
import { dependenciesPage } from './generate/dependencies-page.ts';
import { errorsPage } from './generate/errors-page.ts';
import { eventsPage } from './generate/events-page.ts';
import { openApiPage } from './generate/openapi/document.ts';
import { operationsPage } from './generate/operations-page.ts';
import { outcomesPage } from './generate/outcomes-page.ts';
import type { Page } from './generate/page.ts';
import { runtimesPage } from './generate/runtimes-page.ts';
import { environment } from './lib/run.ts';
import { root } from './lib/workspace.ts';

/**
 * Writes the pages that derive from the code: the operations, the events, the errors, the
 * dependencies, the OpenAPI document, the table of outcomes and the runtimes. With `--check` it writes nothing and
 * fails when one is not what it should be.
 */
function formatted({ path, text }: Page): string {
  const command = path.endsWith('.ts') ? ['check', '--write'] : ['format'];
  const result = spawnSync('biome', [...command, `--stdin-file-path=${path}`], {
    cwd: root,
    env: environment(),
    input: text,
    encoding: 'utf8',
  });
  // A language whose formatter is off is left as it is.
  if (result.status !== 0 && result.stderr.includes('formatter is currently disabled')) return text;
  if (result.status !== 0) throw new Error(`cannot format ${path}: ${result.stderr}`);
  return result.stdout;
}

const check = process.argv.includes('--check');
const stale: string[] = [];
const pages = [
  ...contractLists,
  operationsPage,
  eventsPage,
  errorsPage,
  dependenciesPage,
  openApiPage,
  outcomesPage,
  runtimesPage,
];
for (const make of pages) {
  const page = make();
  const path = join(root, page.path);
  const text = formatted(page);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  stale.push(page.path);
  if (check) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
for (const path of stale) {
  console.log(check ? `${path} is out of date; run npm run generate` : `${path} written`);
}
if (stale.length === 0) console.log('every generated page is up to date');
process.exit(check && stale.length > 0 ? 1 : 0);
