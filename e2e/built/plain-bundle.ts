import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { bundledInto, type Format } from '../../scripts/build/bundle-scripts.ts';
import { lazyAreas } from '../../scripts/build/lazy-areas.ts';
import { sharedModules } from '../../scripts/build/shared-modules.ts';
import { entriesOf } from '../../scripts/lib/entries.ts';
import { type Package, root } from '../../scripts/lib/workspace.ts';

/**
 * Bundles a package's scripts of one format by esbuild alone, in memory. Its options are written here
 * and not shared with `bundle-scripts.ts`, so that no option, plugin or later step of the build can edit a
 * library unseen: what the build wrote must equal these files. The plugins are those of our own
 * modules; `verbatim.test.ts` checks that they do not reach a library.
 */
export async function plainBundle(pkg: Package, format: Format): Promise<Map<string, string>> {
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
