import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Manifest, publishedPackages, readJson, root } from '../lib/workspace.ts';
import { packageProblems } from './package-problems.ts';
import { withAbsoluteLinks } from './readme-links.ts';

describe('problems of a package', () => {
  const pkg = publishedPackages().find(({ id }) => id === 'sdk');
  if (pkg === undefined) throw new Error('the SDK is not a package');

  const manifest = {
    name: '@org/payments-sdk',
    version: '1.0.0',
    description: 'A client',
    keywords: ['payments'],
    homepage: 'https://example.com/',
    bugs: { url: 'https://example.com/bugs' },
    repository: { type: 'git', url: 'git+https://github.com/org/payments-sdk.git' },
    license: 'MIT',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=22.12' },
    files: ['dist'],
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    dependencies: { ky: '^2.0.0' },
  };

  let folder: string;

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  const writeManifest = (fields: object) => write('package.json', JSON.stringify(fields));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'package-'));
    writeManifest(manifest);
    for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE']) write(file, '# Text\n');
    write('dist/index.js', "import ky from 'ky';\nexport const get = () => ky;\n");
    write('dist/index.d.ts', 'export declare const get: () => unknown;\n');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('a package that is in order has no problems', async () => {
    expect(await packageProblems(folder, pkg)).toEqual([]);
  });

  test.each<[string, () => void, RegExp]>([
    ['a missing file', () => rmSync(join(folder, 'LICENSE')), /^LICENSE is missing$/],
    [
      'a field of the sources',
      () => writeManifest({ ...manifest, scripts: { build: 'x' } }),
      /still has "scripts":/,
    ],
    [
      'a missing field',
      () => writeManifest({ ...manifest, license: undefined }),
      /does not have license/,
    ],
    ['a relative link', () => write('README.md', '[guide](../docs/guide.md)\n'), /README links to/],
    [
      'a library that users cannot see',
      () => writeManifest({ ...manifest, dependencies: {} }),
      /^ky is not among its dependencies$/,
    ],
    [
      'a library that it does not import',
      () => write('dist/index.js', 'export const get = () => 1;\n'),
      /^its ES modules do not import ky$/,
    ],
    [
      'a library that it contains and installs',
      () =>
        writeManifest({ ...manifest, dependencies: { ...manifest.dependencies, zod: '^4.0.0' } }),
      /^zod is bundled and listed as a dependency$/,
    ],
    [
      'types that are written out repeatedly',
      () => write('dist/index.d.ts', `export type Long = '${'x'.repeat(600_000)}';\n`),
      /index\.d\.ts has 600\d+ bytes/,
    ],
    [
      'an export without its file',
      () => rmSync(join(folder, 'dist/index.js')),
      /^publint: .*index\.js/,
    ],
  ])('%s is reported', async (_name, breakIt, problem) => {
    breakIt();
    expect(await packageProblems(folder, pkg)).toContainEqual(expect.stringMatching(problem));
  });
});

describe('links of a README', () => {
  const manifest = readJson<Manifest>(join(root, 'packages/mock/package.json'));
  const site = 'https://org.github.io/payments-sdk';

  test.each([
    ['../../docs/wallet.md', `${site}/wallet`],
    ['../../docs/wallet.md#threats', `${site}/wallet#threats`],
    ['../../docs/guides/stampers.md', `${site}/guides/stampers`],
    ['../sdk/README.md', `${site}/packages/sdk`],
    ['src/mock.ts', 'https://github.com/org/payments-sdk/blob/main/packages/mock/src/mock.ts'],
  ])('a link to %s leads to %s', (target, address) => {
    expect(withAbsoluteLinks(`[text](${target})`, manifest)).toBe(`[text](${address})`);
  });

  test('addresses and anchors are left unchanged', () => {
    const text = '[a](https://example.com/b) [c](#d)';
    expect(withAbsoluteLinks(text, manifest)).toBe(text);
  });
});
