import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleScripts } from './build/bundle-scripts.ts';
import { forCommonJs } from './build/types/bundle.ts';
import { writeDeclarations } from './build/types/write-declarations.ts';
import { entriesOf, publishedPackages, root } from './lib/workspace.ts';

/**
 * Builds every published package into its `dist`: ES modules, CommonJS and declarations for each
 * entry of its exports. Nothing is built again until an input changes, or with `--force`.
 */
const packages = publishedPackages();
const cache = join(root, 'node_modules', '.cache', 'build');
const record = join(cache, 'inputs');

/** A digest of what is built, and of what builds it. */
function digestOfInputs(): string {
  const inputs = [
    ...['package-lock.json', 'tsconfig.json', 'packages/*/package.json'],
    ...['packages/*/{src,scripts}/**/*.{ts,tsx,json}', 'scripts/{build,build/**/*,lib/*}.ts'],
  ];
  const hash = createHash('sha256');
  for (const path of globSync(inputs, { cwd: root }).sort()) {
    if (!path.includes('.test.')) hash.update(path).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

/** The files that the packages' exports name and that do not exist. */
function missingFiles(): string[] {
  return packages.flatMap(({ folder, manifest }) =>
    entriesOf(manifest)
      .flatMap(({ files }) => files.map((file) => join(folder, file)))
      .filter((file) => !existsSync(file)),
  );
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function build(): Promise<void> {
  rmSync(record, { force: true });
  for (const { folder } of packages) rmSync(join(folder, 'dist'), { recursive: true, force: true });
  for (const pkg of packages) {
    const reports = await bundleScripts(pkg);
    for (const format of ['esm', 'cjs'] as const) {
      write(join(cache, `${pkg.id}.${format}.json`), reports[format]);
    }
  }
  for (const [{ folder }, files] of await writeDeclarations(packages)) {
    for (const { path, text } of files.flatMap((file) => [file, forCommonJs(file)])) {
      write(join(folder, 'dist', path), text);
    }
  }
  // It contains the comments of the declarations.
  const { describedFixturesSchema } = await import('./docs/facts/fixtures.ts');
  const schema = join(root, 'packages/mock/dist/fixtures.schema.json');
  write(schema, JSON.stringify(describedFixturesSchema()));
}

const digest = digestOfInputs();
const isBuilt = existsSync(record) && readFileSync(record, 'utf8') === digest;
if (isBuilt && missingFiles().length === 0 && !process.argv.includes('--force')) {
  console.log('The packages are built, and unchanged.');
} else {
  await build();
  const missing = missingFiles();
  if (missing.length > 0) throw new Error(`These files were not built:\n${missing.join('\n')}`);
  write(record, digest);
}
