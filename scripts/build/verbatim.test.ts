import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runScript } from '../lib/run.ts';
import { unpack } from '../lib/tarballs.ts';
import { type Package, publishedPackages, root } from '../lib/workspace.ts';
import { differences, editedFiles, filesIn } from '../pack/edited-files.ts';
import { packPackage } from '../pack/pack-package.ts';
import { bundledLibraries } from '../pack/third-party.ts';
import { lazyAreas } from './lazy-areas.ts';
import { type PlainBundle, plainBundle } from './plain-bundle.ts';
import { sharedModules } from './shared-modules.ts';

/*
 * Bundled libraries are what their authors published, checked in three steps: the installed files are
 * those of the locked tarballs, the build is what esbuild alone makes of the installed files, and a
 * packed package has the files of the build.
 */

const packages = publishedPackages();
let plain: ReadonlyMap<Package, readonly PlainBundle[]>;
let folder: string;

beforeAll(async () => {
  // Builds only what has changed since the last build.
  const { ok, output } = await runScript('scripts/build.ts');
  expect(ok, output).toBe(true);
  const bundles = packages.map(async (pkg) => {
    return [pkg, await Promise.all([plainBundle(pkg, 'esm'), plainBundle(pkg, 'cjs')])] as const;
  });
  plain = new Map(await Promise.all(bundles));
  folder = mkdtempSync(join(tmpdir(), 'verbatim-'));
}, 600_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The paths, from the root, of the modules of libraries in all packages. */
function libraryModules(): string[] {
  const modules = [...plain.values()].flat().flatMap((bundle) => bundle.modules);
  return modules.filter((path) => path.split('/').includes('node_modules'));
}

test('the libraries are installed as their authors published them', async () => {
  const libraries = packages.flatMap(bundledLibraries);
  const byFolder = new Map(libraries.map((library) => [library.folder, library]));
  expect([...byFolder.values()].map(({ name }) => name)).toEqual(
    expect.arrayContaining(['jose', 'preact', 'zod']),
  );
  expect(await editedFiles([...byFolder.values()])).toEqual([]);
});

test.each(packages)('the scripts of $id are what esbuild alone makes of them', (pkg) => {
  const written = [...filesIn(join(pkg.folder, 'dist'))].filter(([path]) => /\.c?js$/.test(path));
  const expected = (plain.get(pkg) ?? []).flatMap(({ files }) => [...files]);
  const changed = differences(
    new Map(written.map(([path, bytes]) => [join('dist', path), bytes])),
    new Map(expected.map(([path, text]) => [path, Buffer.from(text)])),
  );
  expect(expected.length).toBeGreaterThan(0);
  const advice =
    'Remove the option, plugin or step that edits these files; after a change in node_modules, npm run build -- --force';
  expect(changed, advice).toEqual([]);
});

test('the plugins that edit our own modules do not reach a library', () => {
  const filters: RegExp[] = [];
  // Another hook than onLoad is not here, and would fail.
  const record = { onLoad: ({ filter }: { filter: RegExp }) => filters.push(filter) };
  for (const { setup } of [lazyAreas, ...packages.map(sharedModules)]) setup(record as never);
  const paths = libraryModules();
  expect(paths.length).toBeGreaterThan(20);
  expect(filters.length).toBeGreaterThan(0);
  const reached = paths.filter((path) => filters.some((filter) => filter.test(join(root, path))));
  expect(reached).toEqual([]);
});

test.each(packages)('the tarball of $id has the files that were built', async (pkg) => {
  const own = join(folder, pkg.id);
  mkdirSync(own);
  const { tarball } = await packPackage(pkg, folder);
  await unpack(tarball, own);
  expect(differences(filesIn(join(own, 'dist')), filesIn(join(pkg.folder, 'dist')))).toEqual([]);
});

test('a file that differs, and one that is missing, are named', () => {
  const [one, other] = [Buffer.from('a'), Buffer.from('b')];
  const first = new Map([...['same', 'edited', 'added'].map((path) => [path, one] as const)]);
  const second = new Map([['same', one] as const, ['edited', other], ['lost', one]]);
  expect(differences(first, second)).toEqual(['edited', 'added', 'lost']);
});
