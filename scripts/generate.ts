import { contractLists } from './generate/contract-lists.ts';
import { typeProblems } from './generate/type-problems.ts';
import { reportOf, writeFiles } from './generate/write-files.ts';
import { formatted } from './lib/format.ts';
import { root } from './lib/workspace.ts';

/**
 * Writes the committed files that derive from others: the lists of the contract, the event types of
 * the SDK, the table of outcomes, the guides and the descriptions of MCP tools; all of them, or
 * none while a row lacks something. With `--check` it writes nothing, and fails when a file is out
 * of date; the types are another stage of `npm test`. `npm run docs` makes the pages of the site.
 */
const check = process.argv.includes('--check');
const { ok, lines } = await writeFiles({
  folder: root,
  lists: contractLists,
  async load() {
    // The contract can be loaded only once its lists name the areas that exist, and its types fit.
    const wrong = check ? [] : typeProblems(root);
    if (wrong.length > 0) return { pages: [], problems: wrong };
    const [{ pages }, { rowProblems }] = await Promise.all([
      import('./generate/pages.ts'),
      import('./generate/row-problems.ts'),
    ]);
    const missing = rowProblems();
    return missing.length > 0 ? { pages: [], problems: missing } : { pages, problems: [] };
  },
  format: formatted,
  check,
}).then((generated) => reportOf(generated, check));
console.log(lines.join('\n'));
process.exit(ok ? 0 : 1);
