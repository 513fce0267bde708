import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { build, type Options } from 'tsup';
import { entriesOf, type Package, root } from '../lib/workspace.ts';
import { lazyAreas, sharedModules } from './shared-modules.ts';

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

const endings = { esm: '.js', cjs: '.cjs' } as const;

function exactly(name: string): RegExp {
  return new RegExp(`^${name.replaceAll('/', '\\/')}(?:$|\\/)`);
}

/**
 * Translates each finished file to CommonJS: esbuild splits only ES modules, and with entries that share
 * no file, a class would be another one in every subpath.
 */
const splitCommonJs: NonNullable<Options['plugins']>[number] = {
  name: 'split-commonjs',
  async renderChunk(code, { path }) {
    if (!path.endsWith('.cjs')) return undefined;
    const options = { format: 'cjs', platform: 'node', target: 'es2023' } as const;
    // Jest and similar hosts can load CommonJS, and its later chunks, only by `require`.
    const supported = { 'dynamic-import': false };
    return await transform(code, { ...options, supported, sourcefile: path });
  },
};

/**
 * How tsup bundles a package's scripts of one format: a file for each entry, and files that they share. No
 * option and no plugin edits a library; `e2e/built/verbatim.test.ts` checks which modules the plugins reach.
 */
function optionsOf(pkg: Package, format: Format): Options {
  const { manifest } = pkg;
  const entries = entriesOf(manifest).filter(({ files }) =>
    files.some((file) => file.endsWith(endings[format])),
  );
  return {
    config: false,
    entry: Object.fromEntries(entries.map(({ name, source }) => [name, source])),
    outDir: 'dist',
    format,
    dts: false,
    silent: true,
    clean: false,
    metafile: true,
    // With `true` for CommonJS, tsup would translate it by Sucrase, which breaks libraries.
    splitting: format === 'esm',
    target: 'es2023',
    platform: 'neutral',
    tsconfig: join(root, 'tsconfig.json'),
    // The consumer's runtime or bundler chooses the form of an own import.
    external: [/^node:/, ...Object.keys(manifest.imports ?? {})],
    noExternal: bundledInto(pkg, format).map(exactly),
    removeNodeProtocol: false,
    esbuildPlugins: pkg.id === 'sdk' ? [lazyAreas, sharedModules(pkg)] : [],
    plugins: [splitCommonJs],
    esbuildOptions(options) {
      // esbuild keeps the working directory of its first build.
      options.absWorkingDir = pkg.folder;
      options.format = 'esm';
      options.splitting = true;
      options.conditions = ['source'];
      options.legalComments = 'none';
      // The version is only in the manifest.
      options.define = { PAYMENTS_SDK_VERSION: JSON.stringify(manifest.version) };
    },
  };
}

/**
 * Bundles a package's scripts into its `dist`, and returns what esbuild reports of each format. tsup
 * builds the working directory: one package at a time.
 */
export async function bundleScripts(pkg: Package): Promise<Readonly<Record<Format, string>>> {
  process.chdir(pkg.folder);
  await Promise.all([build(optionsOf(pkg, 'esm')), build(optionsOf(pkg, 'cjs'))]);
  const reportOf = (format: Format) => {
    const path = join(pkg.folder, 'dist', `metafile-${format}.json`);
    const report = readFileSync(path, 'utf8');
    rmSync(path);
    return report;
  };
  return { esm: reportOf('esm'), cjs: reportOf('cjs') };
}
