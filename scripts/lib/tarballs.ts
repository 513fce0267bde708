import { globSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.ts';
import { type Package, publishedPackages, root } from './workspace.ts';

/** Where `pack.ts` puts tarballs by default. */
export const tarballFolder = join(root, 'node_modules', '.cache', 'tarballs');

/** The tarball of each published package, as `pack.ts` has written them. */
export function tarballs(): { readonly pkg: Package; readonly tarball: string }[] {
  return publishedPackages().map((pkg) => {
    const name = pkg.manifest.name.replace('@', '').replace('/', '-');
    const [file] = globSync(`${name}-${pkg.manifest.version}.tgz`, { cwd: tarballFolder });
    if (file === undefined) throw new Error(`${pkg.manifest.name} is not packed; run pack.ts`);
    return { pkg, tarball: join(tarballFolder, file) };
  });
}

/** Unpacks a tarball; its files are placed directly in `folder`, which must exist. */
export async function unpack(tarball: string, folder: string): Promise<void> {
  const { ok, output } = await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  if (!ok) throw new Error(`cannot unpack ${tarball}: ${output}`);
}
