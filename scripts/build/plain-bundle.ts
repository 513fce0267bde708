import { join, relative } from 'node:path';
import { build, transform } from 'esbuild';
import { entriesOf } from '../lib/entries.ts';
import { type Package, root } from '../lib/workspace.ts';
import { bundledInto } from './dependencies.ts';
import { lazyAreas } from './lazy-areas.ts';
import { sharedModules } from './shared-modules.ts';

/** What esbuild alone makes of a package. */
export interface PlainBundle {
  /** The text of each script, by its path in the package: `dist/index.js`. */
  readonly files: ReadonlyMap<string, string>;
  /** The paths, from the root, of the modules that are in them. */
  readonly modules: readonly string[];
}

/**
 * Bundles a package's scripts of one format by esbuild alone, in memory. Its options are written here
 * and not shared with `options.ts`, so that no option, plugin or later step of the build can edit a
 * library unseen: what the build wrote must equal these files. The plugins are those of our own
 * modules; `verbatim.test.ts` checks that they do not reach a library.
 */
export async function plainBundle(pkg: Package, format: 'esm' | 'cjs'): Promise<PlainBundle> {
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
    external: [
      'node:*',
      ...Object.keys(manifest.imports ?? {}),
      ...declared.filter((name) => !bundled.includes(name)),
    ],
    legalComments: 'none',
    define: { PAYMENTS_SDK_VERSION: JSON.stringify(manifest.version) },
    plugins: pkg.id === 'sdk' ? [lazyAreas, sharedModules(pkg)] : [],
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const texts = outputFiles.map(async ({ path, text }) => {
    const name = relative(folder, path);
    if (format === 'esm') return [name, text] as const;
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: 'es2023',
      supported: { 'dynamic-import': false },
      // Names the variable of the exports.
      sourcefile: path,
    });
    return [name, code] as const;
  });
  return {
    files: new Map(await Promise.all(texts)),
    modules: Object.keys(metafile.inputs).map((path) => relative(root, join(folder, path))),
  };
}
