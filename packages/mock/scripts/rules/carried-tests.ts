import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A test whose title names the rule it covers. */
export interface CarriedTest {
  readonly rule: number;
  readonly title: string;
  /** Path below the package. */
  readonly file: string;
}

const TITLE = /(['"`])rule (\d+): ((?:\\.|(?!\1)[^\\\n])+)\1/g;

/** Files of a package that can hold tests of rules. */
const patterns = ['src/**/*.test.ts', 'test/**/*.test.ts'];

/** Folders that must hold tests of rules: those of areas, of the engine, and of the whole mock. */
const requiredFolders = ['src/areas/', 'src/engine/', 'test/whole/'];

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
 * @throws Error if a folder that must hold such tests holds none, because it was moved
 */
export function carriedTests(packageFolder: string): CarriedTest[] {
  const tests = globSync(patterns, { cwd: packageFolder })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .flatMap((file) => testsIn(readFileSync(join(packageFolder, file), 'utf8'), file));
  for (const folder of requiredFolders) {
    if (tests.some(({ file }) => file.startsWith(folder))) continue;
    throw new Error(
      `${join(packageFolder, folder)} holds no test named after a rule. If the tests were moved, change the folder in carried-tests.ts.`,
    );
  }
  return tests;
}

/**
 * Returns the areas without a test in their folder.
 *
 * @throws Error if the package has no areas, because their folder was moved
 */
export function untestedAreas(packageFolder: string): string[] {
  const areas = join(packageFolder, 'src/areas');
  const names = globSync('*/index.ts', { cwd: areas }).map((file) => dirname(file));
  if (names.length === 0) {
    throw new Error(`${areas} holds no area. If the areas were moved, change the folder here.`);
  }
  return names.filter((name) => globSync(`${name}/**/*.test.ts`, { cwd: areas }).length === 0);
}
