import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountVariants, operations } from '@org/payments-contract';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { bundledInto } from './build/dependencies.ts';
import { mapWithWidth, run } from './lib/run.ts';
import { tarballs, unpack } from './lib/tarballs.ts';
import { type Manifest, type Package, readJson } from './lib/workspace.ts';
import { importedPackages } from './pack/packed-manifest.ts';
import { relativeLinks } from './pack/readme-links.ts';
import { bundledNames } from './pack/third-party.ts';

/**
 * Checks each packed tarball: by publint in strict mode, its types by "are the types wrong" for ES
 * modules, CommonJS and bundlers, and its contents.
 */
type Check = (folder: string, tarball: string, pkg: Package) => Promise<string[]>;

const metadata = ['description', 'license', 'repository', 'homepage', 'bugs', 'keywords'] as const;

const contents: Check = async (folder) => {
  const missing = ['README.md', 'CHANGELOG.md', 'LICENSE', 'dist'].filter(
    (file) => !existsSync(join(folder, file)),
  );
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  const left = ['"source":', '"devDependencies":', '"scripts":'].filter((key) =>
    text.includes(key),
  );
  const manifest = JSON.parse(text) as Manifest;
  const unsaid = metadata.filter((key) => !text.includes(`"${key}":`));
  const links = relativeLinks(readFileSync(join(folder, 'README.md'), 'utf8'));
  return [
    ...missing.map((file) => `${file} is missing`),
    ...unsaid.map((key) => `${manifest.name}: its package.json does not have ${key}`),
    ...links.map((link) => `its README links to ${link}, which is not in the tarball`),
    ...left.map((key) => `its package.json still has ${key}`),
  ];
};

/** The libraries that users of a package can find, audit and override in their own installation. */
const visible: Readonly<Record<string, readonly string[]>> = {
  contract: ['zod'],
  crypto: ['@hpke/core', '@noble/curves', '@noble/hashes', 'bs58check'],
  mcp: ['zod'],
  mock: ['@noble/curves', '@noble/hashes', 'msw', 'zod'],
  sdk: ['ky'],
  wallet: ['@simplewebauthn/browser'],
};

/** Each of them is a dependency of the packed package, and its ES modules import it. */
const libraries: Check = async (folder, _tarball, { id }) => {
  const { dependencies, peerDependencies } = readJson<Manifest>(join(folder, 'package.json'));
  const listed = { ...dependencies, ...peerDependencies };
  const imported = new Set(
    globSync('dist/**/*.js', { cwd: folder }).flatMap((file) =>
      importedPackages(readFileSync(join(folder, file), 'utf8')),
    ),
  );
  return (visible[id] ?? []).flatMap((name) => [
    ...(name in listed ? [] : [`${name} is not among its dependencies`]),
    ...(imported.has(name) ? [] : [`its ES modules do not import ${name}`]),
  ]);
};

/** A library is either installed with a package or part of its files, not both. */
const dependencies: Check = async (folder, _tarball, pkg) => {
  const listed = readJson<Manifest>(join(folder, 'package.json')).dependencies ?? {};
  const names = [...bundledNames(pkg), ...bundledInto(pkg, 'esm')];
  return [...new Set(names)]
    .filter((name) => name in listed)
    .map((name) => `${name} is bundled and listed as a dependency`);
};

/**
 * 2 KB for each operation are enough, and 1 KB for each type of account, which is written in three
 * forms (created, stored, paid into); more means that types are written out repeatedly.
 */
const maxDeclarationBytes =
  (40 + 2 * operations().length + Object.keys(accountVariants).length) * 1024;

const declarations: Check = async (folder) =>
  globSync('dist/**/*.d.ts', { cwd: folder })
    .map((file) => ({ file, bytes: statSync(join(folder, file)).size }))
    .filter(({ bytes }) => bytes > maxDeclarationBytes)
    .map(({ file, bytes }) => `${file} has ${bytes} bytes: are types written out repeatedly?`);

const publintStrict: Check = async (folder) => {
  const { messages } = await publint({ pkgDir: folder, strict: true, pack: false });
  const manifest = readJson<Manifest>(join(folder, 'package.json'));
  return messages.map((message) => {
    const text = formatMessage(message, manifest, { color: false });
    return `publint: ${text ?? message.code}`;
  });
};

const types: Check = async (_folder, tarball) => {
  const { ok, output } = await run('attw', [
    tarball,
    '--profile',
    'node16',
    '--format',
    'ascii',
    '--no-emoji',
    '--no-definitely-typed',
  ]);
  return ok ? [] : [`attw:\n${output.trimEnd()}`];
};

const results = await mapWithWidth(tarballs(), availableParallelism(), async ({ pkg, tarball }) => {
  const folder = mkdtempSync(join(tmpdir(), 'check-package-'));
  try {
    await unpack(tarball, folder);
    const checks = [contents, libraries, dependencies, declarations, publintStrict, types].map(
      (check) => check(folder, tarball, pkg),
    );
    const problems = (await Promise.all(checks)).flat();
    for (const problem of problems) console.error(`${pkg.manifest.name}: ${problem}`);
    console.log(`${pkg.manifest.name}: ${problems.length === 0 ? 'in order' : 'not in order'}`);
    return problems.length === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
process.exit(results.every(Boolean) ? 0 : 1);
