import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository, and the docs in it. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

interface SdkManifest {
  readonly version: string;
  readonly homepage: string;
  readonly repository: { readonly url: string };
}

const manifest = JSON.parse(
  readFileSync(`${root}/packages/sdk/package.json`, 'utf8'),
) as SdkManifest;

/** The version that the site describes. */
export const version = manifest.version;

/** Where the site of the newest release is served: the `homepage` of the manifests. */
export const homepage = manifest.homepage;

/** Address of the repository, as browsers open it. */
export const repository = manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

/** `0.1` of `0.1.4`: each minor release has its own site. */
export const minor = version.split('.').slice(0, 2).join('.');

/** The folder below the homepage in which the site of a release is kept. */
export function folderOf(release: string): string {
  return `v/${release}/`;
}

/**
 * The path that the site is served under. `DOCS_BASE` sets it; without it that of the homepage, and
 * with `DOCS_RELEASE=1` the folder of this release below it.
 */
export function basePath(environment: NodeJS.ProcessEnv = process.env): string {
  const { DOCS_BASE, DOCS_RELEASE } = environment;
  const { pathname } = new URL(homepage);
  const own = DOCS_RELEASE === '1' ? `${slashed(pathname)}${folderOf(minor)}` : pathname;
  return slashed(DOCS_BASE ?? own);
}

function slashed(path: string): string {
  return `/${path}/`.replaceAll(/\/{2,}/g, '/');
}
