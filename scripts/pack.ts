import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, resolve } from 'node:path';
import { pageOf } from '../docs/.vitepress/markdown/links.ts';
import { run } from './lib/run.ts';
import { type Manifest, type Package, publishedPackages, root } from './lib/workspace.ts';
import { importedPackages, packedManifest } from './pack/packed-manifest.ts';
import { thirdPartyLicenses } from './pack/third-party.ts';

/** Where tarballs are put by default. */
const tarballFolder = join(root, 'node_modules', '.cache', 'tarballs');

/** The file name that npm gives to a package's tarball. */
function tarballName({ manifest: { name, version } }: Package): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}

/** The tarball of each published package, as this program has written them. */
export function tarballs(): { readonly pkg: Package; readonly tarball: string }[] {
  return publishedPackages().map((pkg) => ({
    pkg,
    tarball: join(tarballFolder, tarballName(pkg)),
  }));
}

/** Unpacks a tarball; its files are placed directly in `folder`, which must exist. */
export async function unpack(tarball: string, folder: string): Promise<void> {
  const { ok, output } = await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  if (!ok) throw new Error(`cannot unpack ${tarball}: ${output}`);
}

const NOTICE = 'THIRD-PARTY-LICENSES.txt';

function importsOfDist(folder: string): Set<string> {
  const files = globSync('dist/**/*.{js,cjs,d.ts,d.cts}', { cwd: folder });
  if (files.length === 0) throw new Error(`${folder} is not built; run npm run build`);
  return new Set(
    files.flatMap((file) => importedPackages(readFileSync(join(folder, file), 'utf8'))),
  );
}

/** Puts what the tarball of a built package contains into a folder that exists. */
export function stagePackage(pkg: Package, into: string): void {
  const { folder, manifest } = pkg;
  const notice = thirdPartyLicenses(pkg);
  const declared = manifest.files ?? [];
  for (const file of declared) {
    // The package checks, which read the tarball, report missing files.
    if (existsSync(join(folder, file))) {
      cpSync(join(folder, file), join(into, file), { recursive: true });
    }
  }
  copyFileSync(join(root, 'LICENSE'), join(into, 'LICENSE'));
  // A package has no changelog before its first release.
  const ownChangelog = join(folder, 'CHANGELOG.md');
  const changelog = existsSync(ownChangelog) ? ownChangelog : join(root, 'CHANGELOG.md');
  copyFileSync(changelog, join(into, 'CHANGELOG.md'));
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  writeFileSync(join(into, 'README.md'), withAbsoluteLinks(readme, manifest));
  const files = notice === undefined ? declared : [...declared, NOTICE];
  if (notice !== undefined) writeFileSync(join(into, NOTICE), notice);
  const published = packedManifest({ ...manifest, files }, importsOfDist(folder));
  writeFileSync(join(into, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

/** Creates the tarball of a built package in `destination`, and returns its path. */
export async function packPackage(pkg: Package, destination: string): Promise<string> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'pack-'));
  stagePackage(pkg, folder.path);
  const args = ['pack', '--ignore-scripts', '--pack-destination', destination];
  const { ok, output } = await run('npm', args, { cwd: folder.path });
  if (!ok) throw new Error(output);
  return join(destination, tarballName(pkg));
}

/** A link or an image of Markdown whose target is a path rather than an address. */
const relativeTarget = /(\]\()(?!\w+:|#|\/)([^)\s]+)(\))/g;

/** The address of a package's repository, as browsers open it. */
function repositoryUrl({ name, repository }: Manifest): string {
  const url = /^git\+(https:\/\/.+)\.git$/.exec(repository?.url ?? '')?.[1];
  if (url === undefined) throw new Error(`${name} does not name its repository`);
  return url;
}

/** The address of a file: of its page on the documentation site, or of the file in the repository. */
function addressOf(target: string, manifest: Manifest): string {
  const [file = '', anchor] = target.split('#');
  const path = posix.join(manifest.repository?.directory ?? '', file);
  const page = pageOf(join(root, path));
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (page === undefined) return `${repositoryUrl(manifest)}/blob/main/${path}${hash}`;
  return `${(manifest.homepage ?? '').replace(/\/$/, '')}${page}${hash}`;
}

/** A package's README with links that work outside the repository too. */
export function withAbsoluteLinks(text: string, manifest: Manifest): string {
  return text.replaceAll(
    relativeTarget,
    (_all, open: string, target: string, close: string) =>
      `${open}${addressOf(target, manifest)}${close}`,
  );
}

/** The targets of links in Markdown that are paths. */
export function relativeLinks(text: string): string[] {
  return [...text.matchAll(relativeTarget)].map(([, , target = '']) => target);
}

/**
 * Creates the tarballs that would be published, from the built packages: `pack.ts [folder]`.
 * Without a folder they go where the package checks and the consumer projects look for them.
 */
if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  const destination = folder === undefined ? tarballFolder : resolve(folder);
  if (folder === undefined) rmSync(destination, { recursive: true, force: true });
  mkdirSync(destination, { recursive: true });
  await Promise.all(
    publishedPackages().map(async (pkg) => console.log(await packPackage(pkg, destination))),
  );
}
