import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as esbuild } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { entriesOf } from '../lib/entries.ts';
import type { Manifest } from '../lib/workspace.ts';
import { importedPackages, packedManifest } from '../pack/packed-manifest.ts';
import { relativeLinks, withAbsoluteLinks } from '../pack/readme-links.ts';
import { leanContract, withoutExamples } from './lean-contract.ts';

const conditions = (name: string) => ({
  import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
  require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
});

const manifest: Manifest = {
  name: '@org/payments-example',
  version: '1.0.0',
  bin: { example: './dist/cli.js' },
  scripts: { build: 'x' },
  exports: {
    '.': { source: './src/index.ts', ...conditions('index') },
    './server': { source: './src/server/index.ts', ...conditions('server/index') },
    './vectors/*.json': './vectors/*.json',
  },
  dependencies: { ky: '^2.0.0', zod: '^4.0.0' },
  peerDependencies: { react: '>=18' },
  devDependencies: { vitest: '5.0.0' },
};

describe('the entries of a package', () => {
  test('are its source conditions and its commands', () => {
    expect(entriesOf(manifest).map(({ name, source }) => [name, source])).toEqual([
      ['index', './src/index.ts'],
      ['server/index', './src/server/index.ts'],
      ['cli', './src/cli.ts'],
    ]);
  });

  test('are found below conditions of the platform', () => {
    const exports = {
      '.': {
        node: { source: './src/node.ts', ...conditions('node') },
        default: { source: './src/web.ts', ...conditions('web') },
      },
    };
    const names = entriesOf({ ...manifest, bin: {}, exports }).map(({ name }) => name);
    expect(names).toEqual(['node', 'web']);
  });

  test('cannot lead to two files', () => {
    const exports = {
      '.': { source: './src/a.ts', import: './dist/a.js', require: './dist/b.cjs' },
    };
    expect(() => entriesOf({ ...manifest, exports })).toThrow('must name one file');
  });
});

describe('the packed manifest', () => {
  test('has neither sources, nor what only development needs, nor unused dependencies', () => {
    const packed = packedManifest(manifest, new Set(['zod', 'react']));
    expect(packed.dependencies).toEqual({ zod: '^4.0.0' });
    expect(packed.peerDependencies).toEqual({ react: '>=18' });
    expect(packed).not.toHaveProperty('devDependencies');
    expect(packed).not.toHaveProperty('scripts');
    expect(packed.exports?.['.']).toEqual(conditions('index'));
    expect(packed.exports?.['./vectors/*.json']).toBe('./vectors/*.json');
  });

  test('must declare what the built files import', () => {
    expect(() => packedManifest(manifest, new Set(['hono']))).toThrow('dist imports hono');
  });

  test('sees imports of every kind, and no builtin', () => {
    const text = `import a from 'a/b'; export * from '@c/d/e'; import('f'); require('g');
      import './h.js'; import fs from 'node:fs'; type I = import('i').J;`;
    expect(importedPackages(text).sort()).toEqual(['@c/d', 'a', 'f', 'g', 'i']);
  });
});

test('a packed README links to the repository instead of out of the tarball', () => {
  const repository = {
    type: 'git',
    url: 'git+https://github.com/org/payments-sdk.git',
    directory: 'packages/example',
  };
  const text = '[a](../../docs/a.md#b) [c](https://c.example) [d](#d) ![e](e.png)';
  const linked = withAbsoluteLinks(text, { ...manifest, repository });
  const base = 'https://github.com/org/payments-sdk/blob/main';
  expect(linked).toBe(
    `[a](${base}/docs/a.md#b) [c](https://c.example) [d](#d) ![e](${base}/packages/example/e.png)`,
  );
  expect(relativeLinks(text)).toEqual(['../../docs/a.md#b', 'e.png']);
  expect(relativeLinks(linked)).toEqual([]);
  expect(() => withAbsoluteLinks(text, manifest)).toThrow('does not name its repository');
});

test('the examples of rows are left out, and nothing else', () => {
  const row = (rest: string) => `export const get = operation({ path: '/a', ${rest} });`;
  expect(withoutExamples('get.ts', row('example: { input: {}, result: [1] }'))).toEqual({
    text: row('example: undefined as never'),
    rows: 1,
  });
  const other = 'const shape = { example: 1 };';
  expect(withoutExamples('get.ts', other)).toEqual({ text: other, rows: 0 });
});

describe('a bundle of the contract', () => {
  const bundle = (files: Readonly<Record<string, string>>) => {
    const folder = mkdtempSync(join(tmpdir(), 'lean-'));
    const source = join(folder, 'packages/contract/src');
    mkdirSync(source, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(source, name), text);
    return esbuild({
      entryPoints: [join(source, 'index.ts')],
      bundle: true,
      metafile: true,
      write: false,
      logLevel: 'silent',
      plugins: [leanContract],
    }).finally(() => rmSync(folder, { recursive: true }));
  };
  const row = 'export const get = operation({ example: "long text" });';

  test('has no example', async () => {
    const { outputFiles } = await bundle({ 'index.ts': row });
    expect(outputFiles[0]?.text).toContain('operation(');
    expect(outputFiles[0]?.text).not.toContain('long text');
  });

  test('fails where no row is found, so that a renamed function is noticed', async () => {
    await expect(bundle({ 'index.ts': row.replace('operation(', 'declare(') })).rejects.toThrow(
      'no row of the contract was found',
    );
  });

  test('fails where a file of examples is part of it', async () => {
    const files = {
      'index.ts': `${row} export { card } from './examples.ts';`,
      'examples.ts': 'export const card = { id: "Card:1" };',
    };
    await expect(bundle(files)).rejects.toThrow('examples.ts is in the bundle');
  });
});
