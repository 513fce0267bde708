import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { tarballFolder } from './lib/tarballs.ts';
import { publishedPackages } from './lib/workspace.ts';
import { packPackage } from './pack/pack-package.ts';

/**
 * Creates the tarballs that would be published, from the built packages: `pack.ts [folder]`.
 * Without a folder they go where the package checks and the consumer projects look for them.
 */
const [folder] = process.argv.slice(2);
const destination = folder === undefined ? tarballFolder : resolve(folder);
if (folder === undefined) rmSync(destination, { recursive: true, force: true });
mkdirSync(destination, { recursive: true });
await Promise.all(
  publishedPackages().map(async (pkg) => console.log(await packPackage(pkg, destination))),
);
