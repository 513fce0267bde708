import { join } from 'node:path';
import { readJson, root } from './lib/workspace.ts';

/** The fields of a package-lock.json entry that are read. */
export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly deprecated?: string;
  readonly hasInstallScript?: boolean;
}

interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** Licences that let a platform ship the library inside a closed product. */
const permissive = [
  ...['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'],
];

/**
 * Development packages that may run scripts at installation: `esbuild` and `node` select the binary for
 * the platform, MSW copies its service worker where a project asks for it.
 */
const mayRunAtInstall = ['esbuild', 'msw', 'msw-2', 'node'];

function problemsOf(name: string, locked: LockedPackage): string[] {
  const { integrity = '', resolved, license = '(none)', dev = false, deprecated } = locked;
  const mayRun = dev && mayRunAtInstall.includes(name);
  // Packages come from the registry that npm is set up with: `.npmrc` leaves addresses out.
  const found: readonly (readonly [isWrong: boolean, problem: string])[] = [
    [!integrity.startsWith('sha512-'), 'has no SHA-512 digest'],
    [resolved !== undefined, `is fetched from ${resolved}`],
    [deprecated !== undefined, `is deprecated: ${deprecated}`],
    [locked.hasInstallScript === true && !mayRun, 'runs a script when it is installed'],
    [!dev && !permissive.includes(license), `has the licence ${license}, which is not permissive`],
  ];
  return found.flatMap(([isWrong, what]) => (isWrong ? [`${name} ${locked.version} ${what}`] : []));
}

/**
 * Returns what is wrong with the locked packages. Known vulnerabilities need a network: `npm audit` looks
 * for them in the workflow.
 */
export function problemsOfLock({ packages }: LockFile): string[] {
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .flatMap(([path, locked]) => problemsOf(path.replace(/^.*node_modules\//, ''), locked));
}

/** Checks what `npm ci` would install: `npm run lock [-- path]`. Needs no network. */
if (import.meta.main) {
  const [path = join(root, 'package-lock.json')] = process.argv.slice(2);
  const problems = problemsOfLock(readJson<LockFile>(path));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log('The lock file is in order.');
}
