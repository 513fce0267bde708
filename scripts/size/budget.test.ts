import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../lib/run.ts';
import { type Manifest, readJson, root } from '../lib/workspace.ts';
import type { Budget } from './budget.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'size-budget-'));
  writeFileSync(join(folder, 'index.js'), `export const later = () => import('./later.js');\n`);
  // size-limit loads the plugins that the manifest lists.
  const { devDependencies } = readJson<Manifest>(join(root, 'package.json'));
  const manifest = { type: 'module', devDependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  // Digits without a pattern, which compression cannot shorten below a few kilobytes.
  const values = Array.from({ length: 2000 }, (_, index) => Math.sin(index));
  writeFileSync(join(folder, 'later.js'), `export const values = ${JSON.stringify(values)};\n`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function isWithin(fields: Pick<Budget, 'limit' | 'firstLoad'>): Promise<boolean> {
  const module = JSON.stringify(new URL('./budget.ts', import.meta.url).href);
  const budget = { name: 'x', platform: 'node', path: 'index.js', imports: 'later', ...fields };
  writeFileSync(
    join(folder, '.size-limit.ts'),
    `import { sizeLimitOf } from ${module};\nexport default [sizeLimitOf(${JSON.stringify(budget)})];\n`,
  );
  const { ok, output } = await run('size-limit', [], { cwd: folder });
  expect(output).toContain('Size limit:');
  return ok;
}

test('a bundle above its limit fails, and what loads later counts', async () => {
  expect(await isWithin({ limit: '10 kB' })).toBe(false);
  expect(await isWithin({ limit: '40 kB' })).toBe(true);
});

test('what loads later does not count in a budget for the first load', async () => {
  expect(await isWithin({ limit: '1 kB', firstLoad: true })).toBe(true);
});
