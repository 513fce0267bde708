import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { mapWithWidth } from './lib/run.ts';
import { tarballFolder } from './lib/tarballs.ts';
import { publishedPackages } from './lib/workspace.ts';
import { packPackage } from './pack/pack-package.ts';

/**
 * Creates the tarballs that would be published, from the built packages: `pack.ts [folder]`.
 * Without a folder they go where the package checks and the consumer projects look for them.
 */
const folder = process.argv[2];
const destination = folder === undefined ? tarballFolder : resolve(folder);
if (folder === undefined) rmSync(destination, { recursive: true, force: true });
mkdirSync(destination, { recursive: true });

let failed = false;
await mapWithWidth(publishedPackages(), availableParallelism(), async (pkg) => {
  try {
    const { tarball } = await packPackage(pkg, destination);
    console.log(tarball);
  } catch (error) {
    failed = true;
    console.error(error instanceof Error ? error.message : error);
  }
});
process.exit(failed ? 1 : 0);
