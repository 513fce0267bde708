import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test whose name says which rule it carries. */
export interface CarriedTest {
  readonly rule: number;
  readonly title: string;
  /** Below the package's `src`. */
  readonly file: string;
}

const TITLE = /(['"`])rule (\d+): ((?:\\.|(?!\1)[^\\\n])+)\1/g;

/** The tests a source text names after rules. */
export function testsIn(text: string, file: string): CarriedTest[] {
  return [...text.matchAll(TITLE)].map(([, , rule, title = '']) => ({
    rule: Number(rule),
    title: title.replaceAll('\\', ''),
    file,
  }));
}

/** Every test of the package that carries a rule, file by file. */
export function carriedTests(source: string): CarriedTest[] {
  return globSync('**/*.test.ts', { cwd: source })
    .concat(globSync('conformance/*-rules.ts', { cwd: source }))
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .flatMap((file) => testsIn(readFileSync(join(source, file), 'utf8'), file));
}
