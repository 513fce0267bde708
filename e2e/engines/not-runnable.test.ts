import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/workspace.ts';
import { notRunnable } from './not-runnable.ts';

const sources = globSync('packages/*/src/**/*.browser.test.{ts,tsx}', { cwd: root }).map((path) =>
  readFileSync(join(root, path), 'utf8'),
);

test('every test and file that an engine leaves out exists', () => {
  const titles = notRunnable.flatMap((group) => group.titles);
  const files = notRunnable.flatMap((group) => group.files);
  expect(titles.filter((title) => !sources.some((text) => text.includes(`'${title}'`)))).toEqual(
    [],
  );
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(titles.length + files.length).toBeGreaterThan(0);
});
