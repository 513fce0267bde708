import { join } from 'node:path';
import { run } from './run.ts';
import { type Package, publishedPackages, root } from './workspace.ts';

/** Where `pack.ts` puts tarballs by default. */
export const tarballFolder = join(root, 'node_modules', '.cache', 'tarballs');

/** The file name that npm gives to a package's tarball. */
export function tarballName({ manifest: { name, version } }: Package): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}

/** The tarball of each published package, as `pack.ts` has written them. */
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
