import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { run } from '../lib/run.ts';
import { type Manifest, readJson, root } from '../lib/workspace.ts';
import type { Budget } from './budget.ts';
import { firstLoadProblem, weighWithVite } from './weigh-with-vite.ts';

afterEach(() => vi.unstubAllEnvs());

// Digits without a pattern, which compression cannot shorten below a few kilobytes.
const values = JSON.stringify(Array.from({ length: 2000 }, (_, index) => Math.sin(index)));

test('a first load above its limit is a problem, and one at its limit is not', async () => {
  const bytes = await weighWithVite(`globalThis.values = ${values};`);
  expect(bytes).toBeGreaterThan(10_000);
  expect(firstLoadProblem(bytes, bytes - 1)).toBe(
    `The first load has ${bytes} bytes, 1 more than its limit.`,
  );
  expect(firstLoadProblem(bytes, bytes)).toBeUndefined();
}, 120_000);

test.each(['development', undefined])(
  'a bundle is weighed for production with NODE_ENV %s',
  async (environment) => {
    const program = 'globalThis.isLong = process.env.NODE_ENV === "production" ? 1 : VALUES;';
    vi.stubEnv('NODE_ENV', environment);
    expect(await weighWithVite(program.replace('VALUES', values))).toBeLessThan(10_000);
    expect(process.env.NODE_ENV).toBe(environment);
  },
  120_000,
);

test('a program that Vite can bundle only with a warning is refused', async () => {
  const program = `import { readFileSync } from 'node:fs'; globalThis.read = readFileSync;`;
  await expect(weighWithVite(program)).rejects.toThrow(/node:fs|readFileSync/);
}, 120_000);

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'size-budget-'));
  writeFileSync(join(folder, 'index.js'), `export const later = () => import('./later.js');\n`);
  // size-limit loads the plugins that the manifest lists.
  const { devDependencies } = readJson<Manifest>(join(root, 'package.json'));
  const manifest = { type: 'module', devDependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
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
