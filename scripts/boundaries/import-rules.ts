import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { moduleSubpaths } from '../lib/entries.ts';
import type { Package } from '../lib/workspace.ts';
import type { ImportFact, SourceFacts } from './source-facts.ts';

/** Says what is wrong with one import of one file, if anything is. */
export type ImportRule = (
  fact: ImportFact,
  file: SourceFacts,
  packages: readonly Package[],
) => string | undefined;

/** Which packages of the workspace a package may import: at run time, or only for their types. */
const directions: Readonly<Record<string, Readonly<Record<string, 'run' | 'types'>>>> = {
  contract: {},
  crypto: {},
  sdk: { contract: 'run', crypto: 'run' },
  wallet: { crypto: 'run', contract: 'types' },
  mock: { contract: 'run', crypto: 'run' },
};

/** What the wallet may import at run time from packages it otherwise takes only types from. */
const small = ['@org/payments-contract/relay-paths'];

const withoutBuiltins = ['contract', 'wallet'];

/** The package a bare specifier names: `@scope/name/sub` gives `@scope/name`. */
export function packageNameOf(specifier: string): string | undefined {
  if (/^[./#]/.test(specifier) || isBuiltin(specifier)) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function workspacePackage(specifier: string, packages: readonly Package[]): Package | undefined {
  const name = packageNameOf(specifier);
  return packages.find(({ manifest }) => manifest.name === name);
}

const direction: ImportRule = ({ specifier, typeOnly }, { pkg, isTest }, packages) => {
  const target = workspacePackage(specifier, packages)?.id;
  if (pkg === undefined || target === undefined || target === pkg || isTest) return undefined;
  const allowed = directions[pkg]?.[target];
  if (allowed === 'run') return undefined;
  if (allowed === 'types' && (typeOnly || small.includes(specifier))) return undefined;
  return allowed === 'types'
    ? `${pkg} may import only types from ${target}`
    : `${pkg} may not import ${target}`;
};

const depth: ImportRule = ({ specifier }, { path }, packages) => {
  const target = workspacePackage(specifier, packages);
  if (target !== undefined) {
    const subpath = `.${specifier.slice(target.manifest.name.length)}`;
    const known = [
      ...moduleSubpaths(target.manifest),
      ...Object.keys(target.manifest.exports ?? {}),
    ];
    return known.includes(subpath) ? undefined : `${specifier} is not exported`;
  }
  // The repository's own scripts read sources by design.
  if (!specifier.startsWith('.') || path.startsWith('scripts/')) return undefined;
  const resolved = posix.join(posix.dirname(path), specifier);
  const from = /^(?:packages|examples)\/[^/]+|^[^/]+/.exec(path)?.[0];
  const to = /^(packages\/[^/]+)\/src\//.exec(resolved)?.[1];
  return to === undefined || to === from ? undefined : `reaches into ${to}; import it by its name`;
};

const builtins: ImportRule = ({ specifier }, { pkg = '', isTest }) =>
  withoutBuiltins.includes(pkg) && !isTest && isBuiltin(specifier)
    ? `${pkg} runs where Node's modules are not: no ${specifier}`
    : undefined;

const mswHome: ImportRule = ({ specifier }, { path, isTest }) =>
  packageNameOf(specifier) === 'msw' &&
  !isTest &&
  !path.startsWith('packages/mock/src/msw/') &&
  !path.startsWith('benchmarks/peers/')
    ? 'msw is imported only below packages/mock/src/msw'
    : undefined;

const zodInWallet: ImportRule = ({ specifier }, { pkg, isTest }) =>
  pkg === 'wallet' && !isTest && packageNameOf(specifier) === 'zod'
    ? 'zod does not reach the wallet'
    : undefined;

/** Types that reach the published declarations are checked when a package is packed. */
const declared: ImportRule = ({ specifier, typeOnly }, { path, isTest }, packages) => {
  const name = packageNameOf(specifier);
  const home = packages.find(({ id }) => path.startsWith(`packages/${id}/src/`));
  if (name === undefined || home === undefined || name === home.manifest.name) return undefined;
  if (isTest || typeOnly) return undefined;
  const { dependencies, peerDependencies } = home.manifest;
  if (name in { ...dependencies, ...peerDependencies }) return undefined;
  return `${name} is not among the dependencies of ${home.manifest.name}`;
};

/** The rules that look at one import. */
export const importRules: readonly ImportRule[] = [
  direction,
  depth,
  builtins,
  mswHome,
  zodInWallet,
  declared,
];
