import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folderOf = (name: string) =>
  fileURLToPath(new URL(`../../../${name}/src/areas`, import.meta.url));

/** Returns the names of a package's areas. */
const areasOf = (name: string) => {
  const files = globSync('*/*.ts', { cwd: folderOf(name) });
  return [...new Set(files.map((file) => dirname(file)))].sort();
};

const areas = areasOf('mock');

/** Returns the source files of an area of the mock, with their contents. */
const sourcesOf = (area: string) =>
  globSync(`${area}/**/*.ts`, { cwd: folderOf('mock') })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(join(folderOf('mock'), file), 'utf8') }));

/** Returns whether the source defines a function, rather than naming those of other files. */
const definesFunctions = (text: string) => /=>|\bfunction\b/.test(text);

test('the mock has a folder for each area of the contract, under the same name', () => {
  expect(areas.length).toBeGreaterThan(15);
  expect(areas).toEqual(areasOf('contract'));
});

test("an area's index.ts only puts the other files together", () => {
  const wrong = areas.flatMap((area) => {
    const sources = sourcesOf(area);
    const index = sources.filter(({ file }) => file === join(area, 'index.ts'));
    return sources.length === 1 ? [] : index.filter(({ text }) => definesFunctions(text));
  });
  expect(wrong.map(({ file }) => file)).toEqual([]);
  expect(definesFunctions('const add = (one) => one;')).toBe(true);
});

test("an area's fixtures are in its fixture.ts", () => {
  const fixtures = areas
    .flatMap((area) => sourcesOf(area))
    .filter(({ text }) => / = (?:needed)?[fF]ixture\(/.test(text))
    .map(({ file }) => file);
  expect(fixtures.length).toBeGreaterThan(10);
  expect(fixtures.filter((file) => !file.endsWith('fixture.ts'))).toEqual([]);
});
