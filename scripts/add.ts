import { add } from './add/add.ts';
import { AddError, Tree } from './add/tree.ts';
import { formatted } from './lib/format.ts';
import { runScript } from './lib/run.ts';
import { root } from './lib/workspace.ts';

/** Writes the stubs of a field, an operation, an error code, an event or an area: `npm run add`. */
const tree = new Tree(root);
try {
  const decisions = add(tree, process.argv.slice(2));
  tree.write(formatted);
  const { output } = await runScript('scripts/generate.ts');
  console.log(`Written:\n${tree.changed.map((path) => `  ${path}`).join('\n')}`);
  console.log(`\nnpm run generate:\n${output.trimEnd().replaceAll(/^/gm, '  ')}`);
  console.log(`\nLeft to decide:\n${decisions.map((line) => `  - ${line}`).join('\n')}`);
  console.log(
    '\nEach place says "Undecided". npm run text names those that are left, and their tests fail.',
  );
} catch (error) {
  if (!(error instanceof AddError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
