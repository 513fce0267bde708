import { join } from 'node:path';
import { build, type Metafile, transform } from 'esbuild';
import { entriesOf } from '../lib/entries.ts';
import { type Package, root } from '../lib/workspace.ts';
import { lazyAreas } from './lazy-areas.ts';
import { sharedModules } from './shared-modules.ts';

/**
 * Libraries that a package's files contain, unchanged, instead of importing them. A server that starts
 * cold pays for each module that it loads: docs/performance.md has the measurement.
 */
const bundledAlways: Readonly<Record<string, readonly string[]>> = {
  sdk: ['@org/payments-contract', '@org/payments-crypto', 'zod'],
  // The inspector's page cannot resolve the names of packages.
  mock: ['preact'],
};

/** Libraries without CommonJS, which older versions of Node cannot `require`. */
const moduleOnly = [
  ...['@noble/curves', '@noble/hashes', '@scure/base', '@scure/bip39', 'jose', 'ky'],
] as const;

export type Format = 'esm' | 'cjs';

/** The dependencies that are put into a package's files of one format. */
export function bundledInto({ id, manifest }: Package, format: Format): readonly string[] {
  const always = bundledAlways[id] ?? [];
  const { dependencies = {} } = manifest;
  return format === 'esm'
    ? always
    : [...always, ...moduleOnly.filter((one) => one in dependencies)];
}

/** What esbuild made of a package: the text of each script by its path, and esbuild's report. */
export interface Bundle {
  readonly files: ReadonlyMap<string, string>;
  readonly metafile: Metafile;
}

/**
 * Bundles a package's scripts of one format by esbuild, in memory: a file for each entry, and files that
 * they share. No option and no plugin edits a library; `verbatim.test.ts` checks which modules the
 * plugins reach. esbuild splits only ES modules, therefore CommonJS is translated file by file: a class
 * is the same class from every subpath.
 */
export async function bundleScripts(pkg: Package, format: Format): Promise<Bundle> {
  const { folder, manifest } = pkg;
  const ending = format === 'esm' ? '.js' : '.cjs';
  const entries = entriesOf(manifest).filter(({ files }) =>
    files.some((file) => file.endsWith(ending)),
  );
  const bundled = bundledInto(pkg, format);
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const { outputFiles, metafile } = await build({
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
    // The consumer's runtime or bundler chooses the form of an own import.
    external: [
      'node:*',
      ...Object.keys(manifest.imports ?? {}),
      ...declared.filter((name) => !bundled.includes(name)),
    ],
    legalComments: 'none',
    // The version is only in the manifest.
    define: { PAYMENTS_SDK_VERSION: JSON.stringify(manifest.version) },
    plugins: pkg.id === 'sdk' ? [lazyAreas, sharedModules(pkg)] : [],
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const files = outputFiles.map(async ({ path, text }) => {
    if (format === 'esm') return [path, text] as const;
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: 'es2023',
      // Jest and similar hosts can load CommonJS, and its later chunks, only by `require`.
      supported: { 'dynamic-import': false },
      // Names the variable of the exports.
      sourcefile: path,
    });
    return [path, code] as const;
  });
  return { files: new Map(await Promise.all(files)), metafile };
}
