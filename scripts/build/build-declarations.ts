import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publishedPackages } from '../lib/workspace.ts';
import { forCommonJs } from './types/bundle.ts';
import { writeDeclarations } from './types/write-declarations.ts';

/**
 * Writes the declarations of packages, named by their folders, for ES modules and for CommonJS:
 * `build-declarations.ts contract sdk`. One process for all, because they share one program.
 */
const ids = process.argv.slice(2);
const packages = publishedPackages().filter(({ id }) => ids.includes(id));
if (packages.length === 0 || packages.length !== ids.length) {
  throw new Error('usage: build-declarations.ts <folders below packages>');
}
for (const [pkg, files] of await writeDeclarations(packages)) {
  for (const { path, text } of files.flatMap((file) => [file, forCommonJs(file)])) {
    const target = join(pkg.folder, 'dist', path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
