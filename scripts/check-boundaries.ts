import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { boundaryViolations } from './boundaries/check.ts';
import { sourceFacts } from './boundaries/source-facts.ts';
import { publishedPackages, root } from './lib/workspace.ts';

/**
 * Checks the rules of the architecture over every TypeScript file of the repository: who may
 * import whom, where a library has its one home, how long a file may be, what no file may hold.
 */
const patterns = [
  '*.ts',
  'packages/*/{src,scripts}/**/*.{ts,tsx}',
  '{scripts,e2e,examples,benchmarks}/**/*.{ts,tsx}',
];
const paths = globSync(patterns, {
  cwd: root,
  exclude: (path) => /(?:^|[\\/])(?:node_modules|dist)$/.test(path),
}).sort();
const files = paths.map((path) =>
  sourceFacts(path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')),
);
const violations = boundaryViolations(files, publishedPackages());
for (const violation of violations) console.error(violation);
console.log(`${files.length} files, ${violations.length} violations`);
process.exit(violations.length === 0 ? 0 : 1);
