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
  ...['src', 'test', 'scripts'].map((folder) => `packages/*/${folder}/**/*.{ts,tsx}`),
  ...['scripts', 'e2e', 'examples', 'benchmarks'].map((folder) => `${folder}/**/*.{ts,tsx}`),
];

function pathsOf(pattern: string): string[] {
  const exclude = (path: string) => /(?:^|[\\/])(?:node_modules|dist)$/.test(path);
  const paths = globSync(pattern, { cwd: root, exclude });
  if (paths.length > 0) return paths;
  throw new Error(`No file matches ${pattern}: change the patterns in check-boundaries.ts.`);
}

const paths = patterns.flatMap(pathsOf).sort();
const files = paths.map((path) =>
  sourceFacts(path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')),
);
const violations = boundaryViolations(files, publishedPackages());
for (const violation of violations) console.error(violation);
console.log(`${files.length} files, ${violations.length} violations`);
process.exit(violations.length === 0 ? 0 : 1);
