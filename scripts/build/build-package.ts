import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { type Package, publishedPackages, root } from '../lib/workspace.ts';

/**
 * Builds the scripts of one package, named by its folder: `build-package.ts sdk`. Each package is
 * built in its own process, because esbuild and tsup build the working directory.
 */
async function buildPackage(pkg: Package): Promise<void> {
  process.chdir(pkg.folder);
  const [{ build }, { buildOptions }] = await Promise.all([import('tsup'), import('./options.ts')]);
  await Promise.all(buildOptions(pkg).map((options) => build(options)));
  const reports = join(root, 'node_modules', '.cache', 'build');
  mkdirSync(reports, { recursive: true });
  for (const format of ['esm', 'cjs']) {
    const report = join('dist', `metafile-${format}.json`);
    if (existsSync(report)) renameSync(report, join(reports, `${pkg.id}.${format}.json`));
  }
}

const [id] = process.argv.slice(2);
const pkg = publishedPackages().find((candidate) => candidate.id === id);
if (pkg === undefined) throw new Error('usage: build-package.ts <folder below packages>');
await buildPackage(pkg);
