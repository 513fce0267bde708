import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { loadedFirst } from '../../benchmarks/lib/first-load.ts';
import { root } from '../lib/workspace.ts';

const report = join(root, 'node_modules/.cache/build/sdk.esm.json');
const metafile = JSON.parse(readFileSync(report, 'utf8')) as Metafile;
const first = loadedFirst(metafile, 'index.js');
const modules = Object.entries(metafile.outputs).flatMap(([path, { inputs }]) =>
  first.has(path.replace('dist/', '')) ? Object.keys(inputs) : [],
);

test('the SDK is imported in few files', () => {
  expect(first.size).toBeLessThanOrEqual(7);
});

test('the SDK is imported without the events of webhooks', () => {
  expect(modules.filter((path) => path.endsWith('/operations.ts')).length).toBeGreaterThan(20);
  expect(modules.filter((path) => path.includes('event-areas'))).toEqual([]);
});
