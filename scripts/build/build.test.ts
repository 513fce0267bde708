import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { entriesOf } from '../lib/entries.ts';
import { type Manifest, publishedPackages, root } from '../lib/workspace.ts';
import { importedPackages, packedManifest } from '../pack/packed-manifest.ts';
import { fingerprint, isBuilt, missingFiles } from './fingerprint.ts';
import { lists, withLazyAreas, withLazyLists } from './lazy-areas.ts';

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

  test('are the forms of an own import', () => {
    const imports = {
      '#form': {
        browser: { source: './src/none.ts', import: './dist/none.js', require: './dist/none.cjs' },
        default: { source: './src/full.ts', import: './dist/full.js', require: './dist/full.cjs' },
      },
    };
    const names = entriesOf({ ...manifest, bin: {}, exports: {}, imports }).map(({ name }) => name);
    expect(names).toEqual(['none', 'full']);
    const packed = packedManifest({ ...manifest, imports }, new Set());
    expect(JSON.stringify(packed.imports)).not.toContain('source');
    expect(packed.imports?.['#form']).toMatchObject({ browser: { import: './dist/none.js' } });
  });

  test('are refused when one of them names two files', () => {
    const exports = {
      '.': { source: './src/a.ts', import: './dist/a.js', require: './dist/b.cjs' },
    };
    expect(() => entriesOf({ ...manifest, exports })).toThrow('must name one file');
  });
});

describe('a build', () => {
  const contract = publishedPackages().find(({ id }) => id === 'contract');
  if (contract === undefined) throw new Error('the contract is not a package');

  test('is incomplete while a file that its exports name is missing', () => {
    const exports = { './lost': { source: './src/lost.ts', ...conditions('lost') } };
    const broken = { ...contract, manifest: { ...contract.manifest, exports } };
    expect(missingFiles(broken)).toEqual([
      './dist/lost.d.ts',
      './dist/lost.js',
      './dist/lost.d.cts',
      './dist/lost.cjs',
    ]);
    expect(isBuilt(broken, fingerprint(contract))).toBe(false);
  });

  test('is not of other inputs', () => {
    const packages = publishedPackages();
    expect(new Set(packages.map(fingerprint)).size).toBe(packages.length);
    expect(isBuilt(contract, 'a digest of other sources')).toBe(false);
  });
});

describe('the packed manifest', () => {
  test('has no sources, no development fields and no unused dependencies', () => {
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

  test('finds imports of every kind, except those of built-in modules', () => {
    const text = `import a from 'a/b'; export * from '@c/d/e'; import('f'); require('g');
      import './h.js'; import fs from 'node:fs'; type I = import('i').J;`;
    expect(importedPackages(text).sort()).toEqual(['@c/d', 'a', 'f', 'g', 'i']);
  });
});

describe('the areas of the contract in a bundle', () => {
  const source =
    "/** One line for each. */\nexport * as cards from './areas/cards/operations.ts';\n";

  test('become getters that evaluate an area on first use', () => {
    expect(withLazyAreas('platform.ts', source)).toContain(
      "get cards() { return require('./areas/cards/operations.ts'); },",
    );
    expect(withLazyAreas('platform.ts', source)).not.toContain('export *');
  });

  test('reach the module that imports them as objects', () => {
    const text = withLazyLists('operations.ts', "import * as platform from './platform.ts';\n");
    expect(text).toBe("import { resources as platform } from './platform.ts';\n");
  });

  test('are lazy in every file that lists them, so that an import does not evaluate them', () => {
    const files = globSync('packages/contract/src/*.ts', { cwd: root })
      .filter((path) => !path.endsWith('/examples.ts'))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
      .filter(([, text]) => /^(?:import|export) \* as \w+ from '\.\/areas\//m.test(text));
    expect(files.map(([path]) => path).sort()).toEqual([
      'packages/contract/src/agent.ts',
      'packages/contract/src/event-areas.ts',
      'packages/contract/src/platform.ts',
    ]);
    for (const [path, text] of files) {
      expect(path).toMatch(lists);
      expect(withLazyAreas(path, text)).not.toContain('* as');
    }
  });

  test('must be listed the way the build reads them', () => {
    expect(() => withLazyAreas('platform.ts', 'export const platform = {};')).toThrow('no area');
    const more = `${source}export const other = 1;\n`;
    expect(() => withLazyAreas('platform.ts', more)).toThrow('more in it');
    const named = "import { platform } from './platform.ts';";
    expect(() => withLazyLists('operations.ts', named)).toThrow('no list');
  });
});
