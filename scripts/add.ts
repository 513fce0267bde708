import { add, report } from './add/add.ts';
import { AddError, Tree } from './add/tree.ts';
import { formatted } from './lib/format.ts';
import { runScript } from './lib/run.ts';
import { root } from './lib/workspace.ts';

/** Writes the stubs of a field, an operation, an error code, an event or an area: `npm run add`. */
const tree = new Tree(root);
try {
  const decisions = add(tree, process.argv.slice(2));
  tree.write(formatted);
  const generated = await runScript('scripts/generate.ts');
  console.log(report(tree, decisions, generated));
  process.exitCode = generated.ok ? 0 : 1;
} catch (error) {
  if (!(error instanceof AddError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
