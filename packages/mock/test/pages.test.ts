import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The numbers of the rules that the titles of tests begin with. */
function rulesIn(text: string): number[] {
  return [...text.matchAll(/['"`]rule (\d+): /g)].map(([, rule]) => Number(rule));
}

const rules = [...read('RULES.md').matchAll(/^(\d+)\. .+\.$/gm)].map(([, rule]) => Number(rule));
const files = globSync('{src,test}/**/*.test.ts', { cwd: root });

test('the rules are numbered in order, and each has a test that begins with its number', () => {
  expect(rules.length).toBeGreaterThan(100);
  expect(rules).toEqual(rules.map((_, index) => index + 1));
  const tested = new Set(files.flatMap((file) => rulesIn(read(file))));
  expect([...tested].sort((one, other) => one - other)).toEqual(rules);
});

test('every area has a test in its folder', () => {
  const areas = new Set(globSync('src/areas/*/*.ts', { cwd: root }).map((file) => dirname(file)));
  const bare = [...areas].filter((area) => !files.some((file) => file.startsWith(`${area}/`)));
  expect(areas.size).toBeGreaterThan(20);
  expect(bare).toEqual([]);
});

test('the first example of the README is the test that runs', () => {
  const [, example] = /```ts\n([\s\S]*?)```/.exec(read('README.md')) ?? [];
  expect(example).toBe(read('../../examples/testing/freeze-card.test.ts'));
});
