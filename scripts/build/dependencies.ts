import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ExportTarget,
  type Manifest,
  type Package,
  readJson,
  root,
} from '../lib/workspace.ts';

const hpke = ['@hpke/core', '@hpke/common'];

/**
 * Libraries that a package's ES modules contain instead of importing them: the SDK, because a
 * server that starts cold pays for each module it loads; the wallet, because its size matters in
 * browsers, and only a bundled library can be reduced to the used code.
 */
const bundledAlways: Readonly<Record<string, readonly string[]>> = {
  // Bundlers would warn about the published library; see lean-hpke.ts.
  crypto: hpke,
  // Only the used part of zod; see zod/library.ts.
  sdk: ['@org/payments-contract', '@org/payments-crypto', 'ky', 'zod'],
  // The inspector's page cannot resolve the names of packages.
  mock: ['preact'],
  wallet: ['@org/payments-crypto', '@simplewebauthn/browser', 'idb-keyval', ...hpke],
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
