import { availableParallelism } from 'node:os';
import { fingerprint, isBuilt, recordBuild } from './build/fingerprint.ts';
import { mapWithWidth, runScript } from './lib/run.ts';
import { type Package, publishedPackages } from './lib/workspace.ts';

/**
 * Builds every published package into its `dist`: ES modules, CommonJS and declarations for each
 * entry of its exports. What has not changed is not built again; `--force` builds all.
 */
async function buildOne(pkg: Package, force: boolean): Promise<boolean> {
  const started = performance.now();
  const digest = fingerprint(pkg);
  if (!force && isBuilt(pkg, digest)) {
    console.log(`${pkg.manifest.name}: unchanged`);
    return true;
  }
  const { ok, output } = await runScript('scripts/build/build-package.ts', pkg.id);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${pkg.manifest.name}: ${ok ? 'built' : 'failed'} in ${seconds} s`);
  if (ok) recordBuild(pkg, digest);
  if (output.trim() !== '') console.log(output.trimEnd());
  return ok;
}

const force = process.argv.includes('--force');
const results = await mapWithWidth(publishedPackages(), availableParallelism(), (pkg) =>
  buildOne(pkg, force),
);
process.exit(results.every(Boolean) ? 0 : 1);
