import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../lib/workspace.ts';
import { type Check, problemsOf } from './problems.ts';

const folder = join(root, 'scripts/native-compiler');
const main = join(folder, 'main.ts');
const other = join(folder, 'other.ts');

function check(files: Readonly<Record<string, string>>, more: Partial<Check> = {}) {
  const options = {
    strict: true,
    lib: ['es2023'],
    types: [],
    module: 'nodenext',
    noEmit: true,
    allowImportingTsExtensions: true,
  };
  const written = new Map(Object.entries(files));
  return problemsOf({ folder, options, written, checked: [main], ...more });
}

describe('the native compiler', () => {
  test('reports an error at its line, after text of any characters', () => {
    const problems = check({
      [main]: `// ${'…ü😀'.repeat(100)}\n\nexport const n: number = '1';\n\n`,
    });
    expect(problems).toEqual([
      { file: main, line: 3, text: "Type 'string' is not assignable to type 'number'." },
    ]);
  });

  test('reports an error of the syntax', () => {
    expect(check({ [main]: 'export const = 1;' })).not.toEqual([]);
  });

  test('reports what explains an error', () => {
    const text =
      'export const n: { a: { b: number } } = { a: { b: 1 } as { b: string | number } };';
    expect(check({ [main]: text })[0]?.text).toMatch(/\n {2}/);
  });

  test('reads files that only it sees, and checks those it is to check', () => {
    const files = {
      [main]: "import { n } from './other.ts';\nexport const m: number = n;\n",
      [other]: "export const n = 1;\nexport const wrong: number = '1';\n",
    };
    expect(check(files)).toEqual([]);
    expect(check(files, { checked: [main, other] })).toMatchObject([{ file: other, line: 2 }]);
  });

  test('reports an error of the options', () => {
    const options = { lib: ['es1999'] };
    expect(check({ [main]: 'export {};' }, { options })).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining('--lib') }),
    );
  });

  test('refuses a file that does not exist', () => {
    expect(() => check({})).toThrow(`did not read ${main}`);
  });
});
