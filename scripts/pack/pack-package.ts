import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../lib/run.ts';
import { tarballName } from '../lib/tarballs.ts';
import { type Package, root } from '../lib/workspace.ts';
import { importedPackages, packedManifest } from './packed-manifest.ts';
import { withAbsoluteLinks } from './readme-links.ts';
import { thirdPartyLicenses } from './third-party.ts';

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
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  try {
    stagePackage(pkg, folder);
    const args = ['pack', '--ignore-scripts', '--pack-destination', destination];
    const { ok, output } = await run('npm', args, { cwd: folder });
    if (!ok) throw new Error(output);
    return join(destination, tarballName(pkg));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
