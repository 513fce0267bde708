import { globSync } from 'node:fs';
import { dirname } from 'node:path';
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

test('the mock has a folder for each area of the contract, under the same name', () => {
  expect(areas.length).toBeGreaterThan(15);
  expect(areas).toEqual(areasOf('contract'));
});
