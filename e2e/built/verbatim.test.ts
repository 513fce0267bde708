import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lazyAreas } from '../../scripts/build/lazy-areas.ts';
import { sharedModules } from '../../scripts/build/shared-modules.ts';
import { run } from '../../scripts/lib/run.ts';
import { unpack } from '../../scripts/lib/tarballs.ts';
import { publishedPackages, root } from '../../scripts/lib/workspace.ts';
import { bundledLibraries } from '../../scripts/pack/third-party.ts';
import { plainBundle } from './plain-bundle.ts';

/*
 * Bundled libraries are what their authors published: the installed files are those of the locked
 * tarballs, and tsup bundles them with plugins that do not reach them.
 */

const packages = publishedPackages();
const libraries = [
  ...new Map(packages.flatMap(bundledLibraries).map((one) => [one.folder, one])).values(),
];

/** The files below a folder with their digests, without what is installed in it. */
function filesIn(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.split('/').includes('node_modules'));
  return Object.fromEntries(files.sort().map((path) => [path, digestOf(join(folder, path))]));
}

function digestOf(path: string): string {
  return `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;
}

test('the libraries are installed as their authors published them', async () => {
  expect(libraries.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['jose', 'preact', 'zod']),
  );
  const folder = mkdtempSync(join(tmpdir(), 'published-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // npm takes the tarballs from its cache, where `npm ci` put them.
  const specs = libraries.map(({ name, version }) => `${name}@${version}`);
  const packed = await run('npm', ['pack', '--prefer-offline', ...specs], { cwd: folder });
  expect(packed.ok, packed.output).toBe(true);
  for (const { name, version, integrity, folder: installed } of libraries) {
    const own = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}`);
    expect(digestOf(`${own}.tgz`), name).toBe(integrity);
    mkdirSync(own);
    await unpack(`${own}.tgz`, own);
    expect(filesIn(installed), name).toEqual(filesIn(own));
  }
});

test.each(packages)('the scripts of $id are what esbuild alone makes of them', async (pkg) => {
  const bundles = await Promise.all([plainBundle(pkg, 'esm'), plainBundle(pkg, 'cjs')]);
  const plain = bundles.flatMap((files) => [...files]);
  const scripts = Object.keys(filesIn(join(pkg.folder, 'dist'))).filter((path) =>
    /\.c?js$/.test(path),
  );
  expect(plain.map(([path]) => relative(join(pkg.folder, 'dist'), path)).sort()).toEqual(scripts);
  const edited = plain.filter(([path, text]) => readFileSync(path, 'utf8') !== text);
  expect(edited.map(([path]) => path)).toEqual([]);
});

test('the plugins that edit our own modules do not reach a library', () => {
  const filters: RegExp[] = [];
  // Another hook than onLoad is not here, and would fail.
  const record = { onLoad: ({ filter }: { filter: RegExp }) => filters.push(filter) };
  for (const { setup } of [lazyAreas, ...packages.map(sharedModules)]) setup(record as never);
  const paths = libraries.flatMap(({ folder }) =>
    Object.keys(filesIn(folder)).map((path) => join(folder, path)),
  );
  expect(paths.length).toBeGreaterThan(20);
  expect(filters.length).toBeGreaterThan(0);
  const reached = paths.filter((path) => filters.some((filter) => filter.test(path)));
  expect(reached.map((path) => relative(root, path))).toEqual([]);
});
