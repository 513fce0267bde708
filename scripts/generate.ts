import { contractLists } from './generate/contract-lists.ts';
import { writeFiles } from './generate/write-files.ts';
import { formatted } from './lib/format.ts';
import { root } from './lib/workspace.ts';

/**
 * Writes the committed files that derive from others: the lists of the contract, the event types of
 * the SDK, the table of outcomes, the guides and the descriptions of MCP tools; all of them, or
 * none while a row lacks something. With `--check` it writes nothing, and fails when a file is out
 * of date. `npm run docs` makes the pages of the site.
 */
const check = process.argv.includes('--check');
const { stale, problems } = await writeFiles({
  folder: root,
  lists: contractLists,
  async load() {
    // The contract can be loaded only once its lists name the areas that exist.
    const [{ pages }, { rowProblems }] = await Promise.all([
      import('./generate/pages.ts'),
      import('./generate/row-problems.ts'),
    ]);
    const missing = rowProblems();
    return missing.length > 0 ? { pages: [], problems: missing } : { pages, problems: [] };
  },
  format: formatted,
  check,
});
for (const problem of problems) console.error(problem);
for (const path of stale) {
  console.log(check ? `${path} is out of date; run npm run generate` : `${path} written`);
}
if (problems.length > 0) console.error('Nothing was written.');
else if (stale.length === 0) console.log('every generated file is up to date');
process.exit(problems.length > 0 || (check && stale.length > 0) ? 1 : 0);
