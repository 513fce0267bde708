import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build, transform } from 'esbuild';
import { expect, test } from 'vitest';
import { bundledInto, type Format } from '../../scripts/build/bundle-scripts.ts';
import { lazyAreas, sharedModules } from '../../scripts/build/shared-modules.ts';
import { run } from '../../scripts/lib/run.ts';
import { entriesOf, type Package, publishedPackages, root } from '../../scripts/lib/workspace.ts';
import { bundledLibraries } from '../../scripts/pack/third-party.ts';
import { unpack } from '../../scripts/pack.ts';

/**
 * Bundles a package's scripts of one format by esbuild alone, in memory. Its options are written here
 * and not shared with `bundle-scripts.ts`, so that no option, plugin or later step of the build can edit a
 * library unseen: what the build wrote must equal these files. The plugins are those of our own
 * modules; `verbatim.test.ts` checks that they do not reach a library.
 */
async function plainBundle(pkg: Package, format: Format): Promise<Map<string, string>> {
  const { folder, manifest } = pkg;
  const ending = format === 'esm' ? '.js' : '.cjs';
  const entries = entriesOf(manifest).filter(({ files }) =>
    files.some((file) => file.endsWith(ending)),
  );
  const bundled = bundledInto(pkg, format);
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: Object.fromEntries(entries.map(({ name, source }) => [name, source])),
    outdir: 'dist',
    outExtension: { '.js': ending },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    mainFields: ['browser', 'module', 'main'],
    conditions: ['source'],
    tsconfig: join(root, 'tsconfig.json'),
    external: [
      'node:*',
      ...Object.keys(manifest.imports ?? {}),
      ...declared.filter((name) => !bundled.includes(name)),
    ],
    legalComments: 'none',
    define: { PAYMENTS_SDK_VERSION: JSON.stringify(manifest.version) },
    plugins: pkg.id === 'sdk' ? [lazyAreas, sharedModules(pkg)] : [],
    write: false,
    logLevel: 'silent',
  });
  const texts = outputFiles.map(async ({ path, text }) => {
    if (format === 'esm') return [path, text] as const;
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: 'es2023',
      supported: { 'dynamic-import': false },
      // Names the variable of the exports.
      sourcefile: path,
    });
    return [path, code] as const;
  });
  return new Map(await Promise.all(texts));
}

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
  using folder = mkdtempDisposableSync(join(tmpdir(), 'published-'));
  // npm takes the tarballs from its cache, where `npm ci` put them.
  const specs = libraries.map(({ name, version }) => `${name}@${version}`);
  const packed = await run('npm', ['pack', '--prefer-offline', ...specs], { cwd: folder.path });
  expect(packed.ok, packed.output).toBe(true);
  for (const { name, version, integrity, folder: installed } of libraries) {
    const own = join(folder.path, `${name.replace('@', '').replace('/', '-')}-${version}`);
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
