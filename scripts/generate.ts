import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractLists } from './generate/contract-lists.ts';
import { guidePages } from './generate/guides.ts';
import type { Page } from './generate/page.ts';
import { formatted } from './lib/format.ts';
import { root } from './lib/workspace.ts';

/**
 * Writes what derives from other files: the lists of the contract, the code that the guides show, and
 * the descriptions of MCP tools, which are not committed. With `--check` it writes nothing, and fails
 * when a file is out of date. `npm run docs` makes the pages of the site.
 */
const check = process.argv.includes('--check');

/** Whether a file was out of date. */
function put(page: Page): boolean {
  const path = join(root, page.path);
  const text = formatted(page);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return false;
  if (!check) writeFileSync(path, text);
  console.log(`${page.path} ${check ? 'is out of date; run npm run generate' : 'written'}`);
  return true;
}

// The contract can be loaded only once its lists name the areas that exist.
const lists = contractLists.map((list) => put(list()));
const { toolCommentsPage } = await import('./generate/tool-comments.ts');
const others = [...guidePages, toolCommentsPage].map((page) => put(page()));
process.exit(check && [...lists, ...others].includes(true) ? 1 : 0);
