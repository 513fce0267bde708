import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ExportTarget,
  type Manifest,
  type Package,
  readJson,
  root,
} from '../lib/workspace.ts';

/**
 * Libraries that a package's ES modules contain, unchanged, instead of importing them. A server that
 * starts cold pays for each module that it loads: docs/performance.md has the measurement.
 */
const bundledAlways: Readonly<Record<string, readonly string[]>> = {
  sdk: ['@org/payments-contract', '@org/payments-crypto', 'zod'],
  // The inspector's page cannot resolve the names of packages.
  mock: ['preact'],
};

interface Installed extends Omit<Manifest, 'exports'> {
  readonly main?: string;
  readonly exports?: ExportTarget;
}

function installed(name: string, from: string): Installed {
  const found = [join(from, 'node_modules', name), join(root, 'node_modules', name)]
    .map((folder) => join(folder, 'package.json'))
    .find(existsSync);
  if (found === undefined) throw new Error(`${name} is not installed; run npm ci`);
  return readJson<Installed>(found);
}

function hasCondition(target: ExportTarget | undefined, condition: string): boolean {
  if (target === null || typeof target !== 'object') return false;
  return Object.entries(target).some(
    ([name, inner]) => name === condition || hasCondition(inner, condition),
  );
}

/** Whether `require` finds only ES modules in a package: its exports have no CommonJS file. */
function isModuleOnly(name: string, from: string): boolean {
  const manifest = installed(name, from);
  if (manifest.type !== 'module') return false;
  if (manifest.exports !== undefined) {
    return !hasCondition(manifest.exports, 'require') && !/\.cjs"/.test(JSON.stringify(manifest));
  }
  return !/\.cjs$/.test(manifest.main ?? '');
}

/** The dependencies that are put into a package's files of one format. */
export function bundledInto(pkg: Package, format: 'esm' | 'cjs'): string[] {
  const always = bundledAlways[pkg.id] ?? [];
  if (format === 'esm') return [...always];
  const moduleOnly = Object.keys(pkg.manifest.dependencies ?? {}).filter(
    (name) => !name.startsWith('@org/') && isModuleOnly(name, pkg.folder),
  );
  return [...new Set([...always, ...moduleOnly])];
}
