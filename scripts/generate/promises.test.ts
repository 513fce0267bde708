import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/workspace.ts';

/** A test that a promise names. */
interface Proof {
  readonly file: string;
  readonly title: string;
}

/** The promises of a page: the numbered items of its first list, and the tests that each names. */
function promisesOf(page: string): readonly { readonly text: string; readonly proofs: Proof[] }[] {
  const section = /^## The promise\n([\s\S]*?)(?=^\||^## )/m.exec(page)?.[1] ?? '';
  return section.split(/^(?=\d+\. )/m).flatMap((item) => {
    if (!/^\d/.test(item)) return [];
    const lines = [...item.matchAll(/^ +- `([^`]+)`: (.*)$/gm)];
    const proofs = lines.flatMap(([, file = '', titles = '']) =>
      titles.split('; *').map((title) => ({ file, title: title.replaceAll(/^\*|\*$/g, '') })),
    );
    return [{ text: item.split('\n')[0] ?? '', proofs }];
  });
}

/** Whether a file defines a test with a title, as written in it. */
function isDefined({ file, title }: Proof, read: (file: string) => string): boolean {
  const literals = [`'${title}'`, `"${title}"`].map((text) =>
    text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'),
  );
  return new RegExp(`(?:test|it|\\))\\(\\s*(?:${literals.join('|')}),`).test(read(file));
}

const page = readFileSync(join(root, 'docs/reliability.md'), 'utf8');
const read = (file: string) => {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

test('every promise of the page names tests, and each of them exists', () => {
  const promises = promisesOf(page);
  expect(promises.length).toBeGreaterThanOrEqual(9);
  expect(promises.filter(({ proofs }) => proofs.length === 0)).toEqual([]);
  const proofs = promises.flatMap((promise) => promise.proofs);
  expect(proofs.filter((proof) => !isDefined(proof, read))).toEqual([]);
});

test('a promise without tests, and a test that does not exist, are noticed', () => {
  const [first, second] = promisesOf(
    '## The promise\n\n1. **A**\n\n   - `a.test.ts`: *one; more*; *two*\n2. **B**\n\n| x |\n',
  );
  expect(second?.proofs).toEqual([]);
  expect(first?.proofs).toEqual([
    { file: 'a.test.ts', title: 'one; more' },
    { file: 'a.test.ts', title: 'two' },
  ]);
  const defines = (text: string) => first?.proofs.map((proof) => isDefined(proof, () => text));
  expect(defines("test('one; more', () => {});\ntest.each([1])(\n  'two',\n")).toEqual([
    true,
    true,
  ]);
  expect(defines("const title = 'one; more';\ntest.skip('two', () => {});")).toEqual([
    false,
    false,
  ]);
});
