import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entriesOf } from '../lib/entries.ts';
import { type Package, publishedPackages, root } from '../lib/workspace.ts';

const cache = join(root, 'node_modules', '.cache', 'build');
const sharedInputs = [
  ...['package-lock.json', 'tsconfig.json', 'scripts/build.ts'],
  'scripts/{build,lib}/**/*.ts',
];

function recordOf(pkg: Package): string {
  return join(cache, `${pkg.id}.fingerprint`);
}

function withWorkspaceDependencies(pkg: Package, all: readonly Package[]): Package[] {
  const names = Object.keys(pkg.manifest.dependencies ?? {});
  const direct = all.filter(({ manifest }) => names.includes(manifest.name));
  return [pkg, ...direct.flatMap((dependency) => withWorkspaceDependencies(dependency, all))];
}

/**
 * A digest of the inputs of a package's build: its sources, its dependencies' sources, the tools.
 */
export function fingerprint(pkg: Package): string {
  const packages = withWorkspaceDependencies(pkg, publishedPackages());
  const patterns = packages.flatMap(({ id }) => [
    `packages/${id}/package.json`,
    `packages/${id}/{src,scripts}/**/*.{ts,tsx,json}`,
  ]);
  const paths = globSync([...sharedInputs, ...patterns], { cwd: root });
  const hash = createHash('sha256');
  for (const path of [...new Set(paths)].sort()) {
    if (!path.includes('.test.')) hash.update(path).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

/** The files that a package's exports name and that do not exist. */
export function missingFiles(pkg: Package): string[] {
  return entriesOf(pkg.manifest)
    .flatMap(({ files }) => files)
    .filter((file) => !existsSync(join(pkg.folder, file)));
}

/** Whether `dist` was built from these inputs. */
export function isBuilt(pkg: Package, digest: string): boolean {
  if (missingFiles(pkg).length > 0 || !existsSync(recordOf(pkg))) return false;
  return readFileSync(recordOf(pkg), 'utf8') === digest;
}

/** Removes a package's `dist`, so that no file of an earlier build remains. */
export function removeBuild(pkg: Package): void {
  rmSync(recordOf(pkg), { force: true });
  rmSync(join(pkg.folder, 'dist'), { recursive: true, force: true });
}

/** Records the inputs of a package's build. */
export function recordBuild(pkg: Package, digest: string): void {
  mkdirSync(cache, { recursive: true });
  writeFileSync(recordOf(pkg), digest);
}
