import { dependencyViolations } from './dependencies/violations.ts';
import { root } from './lib/workspace.ts';

/** Checks the imports of the repository against the rules of its architecture. */
const folders = [
  'packages',
  'e2e',
  'examples',
  'benchmarks',
  'docs/.vitepress',
  'scripts',
  'vitest.workspace.ts',
  'vitest.suites.ts',
];

const { files, violations, unmatched, pairs } = await dependencyViolations(root, folders);
const problems = [...violations, ...unmatched, ...pairs];
for (const problem of problems) console.error(problem);
console.log(`${files} files, ${problems.length} problems`);
process.exit(problems.length === 0 && files > 0 ? 0 : 1);
