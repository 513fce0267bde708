import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test whose title names the rule it covers. */
export interface CarriedTest {
  readonly rule: number;
  readonly title: string;
  /** Path below the package. */
  readonly file: string;
}

const TITLE = /(['"`])rule (\d+): ((?:\\.|(?!\1)[^\\\n])+)\1/g;

/** Folders of a package that hold tests of rules. */
const patterns = ['src/**/*.test.ts', 'test/**/*.test.ts'];

/** Returns the tests in a source text that are named after rules. */
export function testsIn(text: string, file: string): CarriedTest[] {
  return [...text.matchAll(TITLE)].map(([, , rule, title = '']) => ({
    rule: Number(rule),
    title: title.replaceAll('\\', ''),
    file,
  }));
}

/**
 * Returns every test of a package that covers a rule, file by file.
 *
 * @throws Error if the folder of the rules' tests holds none, because it was moved
 */
export function carriedTests(packageFolder: string): CarriedTest[] {
  const tests = globSync(patterns, { cwd: packageFolder })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .flatMap((file) => testsIn(readFileSync(join(packageFolder, file), 'utf8'), file));
  if (tests.some(({ file }) => file.startsWith('test/rules/'))) return tests;
  throw new Error(
    `${join(packageFolder, 'test/rules')} holds no test named after a rule. If the tests were moved, change the folder in carried-tests.ts.`,
  );
}
