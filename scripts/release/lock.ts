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

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** Licences that let a platform ship the library inside a closed product. */
const permissive = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
]);

/** Development packages that may run scripts at installation, with the reason. */
const mayRunAtInstall: Readonly<Record<string, string>> = {
  esbuild: 'selects the binary for the platform',
  msw: 'copies its service worker where a project asks for it',
  'msw-2': 'copies its service worker where a project asks for it',
  node: 'selects the binary for the platform',
};

function problemsOf(name: string, locked: LockedPackage): string[] {
  const { version, integrity, resolved, license, dev = false, deprecated } = locked;
  const found: string[] = [];
  if (!/^sha512-/.test(integrity ?? '')) found.push('has no SHA-512 digest');
  // Packages come from the registry that npm is set up with: `.npmrc` leaves addresses out.
  if (resolved !== undefined) found.push(`is fetched from ${resolved}`);
  if (deprecated !== undefined) found.push(`is deprecated: ${deprecated}`);
  if (locked.hasInstallScript === true && !(dev && name in mayRunAtInstall)) {
    found.push('runs a script when it is installed');
  }
  if (!dev && !permissive.has(license ?? '')) {
    found.push(
      `has the licence ${license ?? '(none)'}, which is not in the list of permissive ones`,
    );
  }
  return found.map((problem) => `${name} ${version} ${problem}`);
}

/**
 * Returns what is wrong with the locked packages: without a digest, not from a registry,
 * deprecated, with a script at installation or, at run time, with a licence that requires more than
 * including its text. Known vulnerabilities need a network; `npm audit` looks for them in the
 * workflow.
 */
export function problemsOfLock({ packages }: LockFile): string[] {
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .flatMap(([path, locked]) => problemsOf(path.replace(/^.*node_modules\//, ''), locked));
}
