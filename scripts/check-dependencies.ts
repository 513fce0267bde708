import { dependencyViolations } from './dependencies/violations.ts';
import { root } from './lib/workspace.ts';

/** Checks the imports of the repository against the rules of its architecture. */
const folders = ['packages', 'e2e', 'examples', 'benchmarks', 'scripts', 'vitest.workspace.ts'];

const { files, violations } = await dependencyViolations(root, folders);
for (const violation of violations) console.error(violation);
console.log(`${files} files, ${violations.length} violations`);
process.exit(violations.length === 0 && files > 0 ? 0 : 1);
