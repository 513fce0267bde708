import { existsSync, globSync, mkdtempDisposableSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountVariants, operations } from '@org/payments-contract';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { run } from './lib/run.ts';
import { type Manifest, type Package, readJson } from './lib/workspace.ts';
import { importedPackages } from './pack/packed-manifest.ts';
import { relativeLinks, tarballs, unpack } from './pack.ts';

/** Files and fields that each tarball has, and fields that none has. */
const files = ['README.md', 'CHANGELOG.md', 'LICENSE', 'dist'];
const metadata = ['description', 'license', 'repository', 'homepage', 'bugs', 'keywords'];
const ofSources = ['source', 'devDependencies', 'scripts'];

/** Libraries that users of a package can find, audit and override in their own installation. */
const visible: Readonly<Record<string, readonly string[]>> = {
  contract: ['zod'],
  crypto: ['@hpke/core', '@noble/curves', '@noble/hashes', 'bs58check'],
  mcp: ['zod'],
  mock: ['@noble/curves', '@noble/hashes', 'msw', 'zod'],
  sdk: ['ky'],
  wallet: ['@simplewebauthn/browser'],
};

/**
 * 44 KB for what operations share, such as files and units, and 2 KB for each operation are enough, and
 * 1 KB for each type of account, which is written in three forms (created, stored, paid into); more means
 * that types are written out repeatedly.
 */
const maxDeclarationBytes =
  (44 + 2 * operations().length + Object.keys(accountVariants).length) * 1024;

/** The files of the tarball's `dist` that are not those that were built. */
function editedFiles(folder: string, built: string): string[] {
  const [packed, own] = [folder, built].map((cwd) => globSync('dist/**/*.*', { cwd }).sort());
  if (packed?.join() !== own?.join()) return ['dist'];
  return (packed ?? []).filter((file) => {
    return !readFileSync(join(folder, file)).equals(readFileSync(join(built, file)));
  });
}

function problemsOfFiles(folder: string, { id, folder: built }: Package): string[] {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const links = relativeLinks(readFileSync(join(folder, 'README.md'), 'utf8'));
  const scripts = globSync('dist/**/*.js', { cwd: folder });
  const imported = new Set(
    scripts.flatMap((file) => importedPackages(readFileSync(join(folder, file), 'utf8'))),
  );
  const declarations = globSync('dist/**/*.d.ts', { cwd: folder });
  const large = declarations.filter((file) => {
    return statSync(join(folder, file)).size > maxDeclarationBytes;
  });
  const has = (field: string) => manifest.includes(`"${field}":`);
  return [
    ...files.filter((file) => !existsSync(join(folder, file))).map((file) => `has no ${file}`),
    ...metadata.filter((field) => !has(field)).map((field) => `its manifest has no ${field}`),
    ...ofSources.filter(has).map((field) => `its manifest still has ${field}`),
    ...links.map((link) => `its README links to ${link}, which is not in the tarball`),
    ...(visible[id] ?? [])
      .filter((name) => !imported.has(name))
      .map((name) => `its ES modules do not import ${name}`),
    ...editedFiles(folder, built).map((file) => `${file} is not as it was built`),
    ...large.map((file) => `${file} is large: are types written out repeatedly?`),
  ];
}

async function problemsOfPublint(folder: string): Promise<string[]> {
  const { messages } = await publint({ pkgDir: folder, strict: true, pack: false });
  const manifest = readJson<Manifest>(join(folder, 'package.json'));
  return messages.map((message) => {
    return `publint: ${formatMessage(message, manifest, { color: false }) ?? message.code}`;
  });
}

async function problemsOfTypes(tarball: string): Promise<string[]> {
  const format = ['--profile', 'node16', '--format', 'ascii', '--no-emoji'];
  const { ok, output } = await run('attw', [tarball, ...format, '--no-definitely-typed']);
  return ok ? [] : [`attw:\n${output.trimEnd()}`];
}

/**
 * Checks each packed tarball: its contents, by publint in strict mode, and its types by "are the types
 * wrong" for ES modules, CommonJS and bundlers.
 */
const checks = tarballs().map(async ({ pkg, tarball }) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'check-package-'));
  await unpack(tarball, folder.path);
  const found = [await problemsOfPublint(folder.path), await problemsOfTypes(tarball)];
  const problems = [...problemsOfFiles(folder.path, pkg), ...found.flat()];
  for (const problem of problems) console.error(`${pkg.manifest.name}: ${problem}`);
  console.log(`${pkg.manifest.name}: ${problems.length === 0 ? 'in order' : 'not in order'}`);
  return problems.length === 0;
});
process.exit((await Promise.all(checks)).every(Boolean) ? 0 : 1);
