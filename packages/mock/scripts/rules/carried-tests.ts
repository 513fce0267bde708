import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test whose name says which rule it carries. */
export interface CarriedTest {
  readonly rule: number;
  readonly title: string;
  /** Path below the package. */
  readonly file: string;
}

const TITLE = /(['"`])rule (\d+): ((?:\\.|(?!\1)[^\\\n])+)\1/g;

/** Folders of a package that hold tests of rules. */
const patterns = ['src/**/*.test.ts', 'test/**/*.test.ts'];

/** The tests a source text names after rules. */
export function testsIn(text: string, file: string): CarriedTest[] {
  return [...text.matchAll(TITLE)].map(([, , rule, title = '']) => ({
    rule: Number(rule),
    title: title.replaceAll('\\', ''),
    file,
  }));
}

/**
 * Every test of a package that carries a rule, file by file.
 *
 * @throws Error when the folder of the rules' tests holds none: it was moved
 */
export function carriedTests(packageFolder: string): CarriedTest[] {
  const tests = globSync(patterns, { cwd: packageFolder })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .flatMap((file) => testsIn(readFileSync(join(packageFolder, file), 'utf8'), file));
  if (tests.some(({ file }) => file.startsWith('test/rules/'))) return tests;
  throw new Error(
    `${join(packageFolder, 'test/rules')} holds no test named after a rule. Where the tests moved, change carried-tests.ts.`,
  );
}
