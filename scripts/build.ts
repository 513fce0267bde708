import { availableParallelism } from 'node:os';
import {
  fingerprint,
  isBuilt,
  missingFiles,
  recordBuild,
  removeBuild,
} from './build/fingerprint.ts';
import { mapWithWidth, runScript } from './lib/run.ts';
import { type Package, publishedPackages } from './lib/workspace.ts';

/**
 * Builds every published package into its `dist`: ES modules, CommonJS and declarations for each
 * entry of its exports. Packages that have not changed are not built again; `--force` builds all.
 */
async function step(name: string, script: string, ...args: string[]): Promise<boolean> {
  const started = performance.now();
  const { ok, output } = await runScript(script, ...args);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name}: ${ok ? 'built' : 'failed'} in ${seconds} s`);
  if (output.trim() !== '') console.log(output.trimEnd());
  return ok;
}

function isComplete(pkg: Package): boolean {
  const missing = missingFiles(pkg);
  for (const file of missing) console.error(`${pkg.manifest.name}: ${file} was not built`);
  return missing.length === 0;
}

async function build(packages: readonly Package[]): Promise<boolean> {
  const digests = new Map(packages.map((pkg) => [pkg, fingerprint(pkg)]));
  packages.forEach(removeBuild);
  const ids = packages.map(({ id }) => id);
  const [declared, scripts] = await Promise.all([
    step('declarations', 'scripts/build/build-declarations.ts', ...ids),
    mapWithWidth(packages, availableParallelism(), ({ id, manifest }) =>
      step(manifest.name, 'scripts/build/build-package.ts', id),
    ),
  ]);
  // It contains the comments of the declarations.
  const hasMock = declared && ids.includes('mock');
  const described = !hasMock || (await step('fixtures', 'scripts/fixtures-schema.ts'));
  const ends = packages.map((pkg, index) => {
    const ok = declared && described && scripts[index] === true && isComplete(pkg);
    const digest = digests.get(pkg);
    if (ok && digest !== undefined) recordBuild(pkg, digest);
    return ok;
  });
  return ends.every(Boolean);
}

const force = process.argv.includes('--force');
const all = publishedPackages();
const changed = all.filter((pkg) => force || !isBuilt(pkg, fingerprint(pkg)));
for (const { manifest } of all.filter((pkg) => !changed.includes(pkg))) {
  console.log(`${manifest.name}: unchanged`);
}
process.exit(changed.length === 0 || (await build(changed)) ? 0 : 1);
