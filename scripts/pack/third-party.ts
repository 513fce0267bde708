import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Manifest, type Package, readJson, root } from '../lib/workspace.ts';

interface Metafile {
  readonly outputs: Readonly<
    Record<
      string,
      { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }
    >
  >;
}

const installedPath = /^(?:\.\.\/)*((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//;

type Format = 'esm' | 'cjs';

/** The folders, from the root, of the installed packages whose code is in a package's files. */
function bundledFolders(pkg: Package, formats: readonly Format[] = ['esm', 'cjs']): string[] {
  const reports = formats
    .map((format) => join(root, 'node_modules', '.cache', 'build', `${pkg.id}.${format}.json`))
    .filter(existsSync)
    .map((path) => readJson<Metafile>(path));
  const inputs = reports
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => installedPath.exec(path)?.[1]);
  return [...new Set(inputs)].filter((folder): folder is string => folder !== undefined).sort();
}

function licenseText(folder: string): string {
  const name = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (name === undefined) throw new Error(`${folder} has no licence that could be reproduced`);
  return readFileSync(join(folder, name), 'utf8').trim();
}

/** A library whose code is in the files of a package. */
export interface BundledLibrary {
  readonly name: string;
  readonly version: string;
  /** The digest of its tarball, from the lock file: `sha512-` and base64. */
  readonly integrity: string;
  readonly folder: string;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
}

function librariesIn(folders: readonly string[]): BundledLibrary[] {
  const lock = readJson<Lock>(join(root, 'package-lock.json')).packages;
  return folders.map((path) => {
    const folder = join(root, path);
    const { name, version } = readJson<Manifest>(join(folder, 'package.json'));
    const integrity = lock[path]?.integrity;
    if (integrity === undefined) throw new Error(`The lock file has no digest of ${path}`);
    return { name, version, integrity, folder };
  });
}

/** The libraries whose code is in a package's files, of either format. */
export function bundledLibraries(pkg: Package): BundledLibrary[] {
  return librariesIn(bundledFolders(pkg));
}

/** The names of the installed packages whose code is in a package's ES modules. */
export function bundledNames(pkg: Package): string[] {
  return librariesIn(bundledFolders(pkg, ['esm'])).map(({ name }) => name);
}

/** The licences of the libraries whose code a package's files contain, or undefined without any. */
export function thirdPartyLicenses(pkg: Package): string | undefined {
  const libraries = bundledLibraries(pkg);
  if (libraries.length === 0) return undefined;
  const sections = libraries.map(
    ({ name, version, integrity, folder }) =>
      `${name} ${version}\n${integrity}\n\n${licenseText(folder)}`,
  );
  const rule = `\n\n${'-'.repeat(72)}\n\n`;
  return `The files of ${pkg.manifest.name} contain code of these libraries, unchanged. Below each name is the digest of the version that npm has.${rule}${sections.join(rule)}\n`;
}
