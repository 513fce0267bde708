import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contractLists } from './generate/contract-lists.ts';
import type { Page } from './generate/page.ts';
import { environment } from './lib/run.ts';
import { root } from './lib/workspace.ts';

function formatted({ path, text }: Page): string {
  // Biome does not format Markdown.
  if (path.endsWith('.md')) return text;
  const command = path.endsWith('.ts') ? ['check', '--write'] : ['format'];
  const result = spawnSync('biome', [...command, `--stdin-file-path=${path}`], {
    cwd: root,
    env: environment(),
    input: text,
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(`cannot format ${path}: ${result.stderr}`);
  return result.stdout;
}

/**
 * Writes the committed files that derive from others: the lists of the contract, the event types of
 * the SDK, the table of outcomes, the guides and the descriptions of MCP tools. With `--check` it
 * writes nothing, and fails when a file is out of date. `npm run docs` makes the pages of the site.
 */
const check = process.argv.includes('--check');
const stale: string[] = [];
function write(make: () => Page): void {
  const page = make();
  const path = join(root, page.path);
  const text = formatted(page);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  stale.push(page.path);
  if (check) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

contractLists.forEach(write);
// The contract can be loaded only once its lists name the areas that exist.
const { pages } = await import('./generate/pages.ts');
pages.forEach(write);
for (const path of stale) {
  console.log(check ? `${path} is out of date; run npm run generate` : `${path} written`);
}
if (stale.length === 0) console.log('every generated file is up to date');
process.exit(check && stale.length > 0 ? 1 : 0);
