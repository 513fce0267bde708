import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { type Manifest, type Package, readJson, root } from '../lib/workspace.ts';

const installedPath = /^(?:\.\.\/)*((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The folders, from the root, of the installed packages whose code is in a package's files. */
function bundledFolders({ id }: Package): string[] {
  const reports = ['esm', 'cjs'].map((format) =>
    readJson<Metafile>(join(root, 'node_modules', '.cache', 'build', `${id}.${format}.json`)),
  );
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

/** The libraries whose code is in a package's files, of either format. */
export function bundledLibraries(pkg: Package): BundledLibrary[] {
  const lock = readJson<Lock>(join(root, 'package-lock.json')).packages;
  return bundledFolders(pkg).map((path) => {
    const folder = join(root, path);
    const { name, version } = readJson<Manifest>(join(folder, 'package.json'));
    const integrity = lock[path]?.integrity;
    if (integrity === undefined) throw new Error(`The lock file has no digest of ${path}`);
    return { name, version, integrity, folder };
  });
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
