import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { accountVariants, operations } from '@org/payments-contract';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { bundledInto } from '../build/bundle-scripts.ts';
import { type Manifest, type Package, readJson } from '../lib/workspace.ts';
import { importedPackages } from './packed-manifest.ts';
import { relativeLinks } from './readme-links.ts';
import { bundledNames } from './third-party.ts';

/** Returns what is wrong with an unpacked package. */
type Check = (folder: string, pkg: Package) => string[] | Promise<string[]>;

const metadata = ['description', 'license', 'repository', 'homepage', 'bugs', 'keywords'] as const;

const contents: Check = (folder) => {
  const missing = ['README.md', 'CHANGELOG.md', 'LICENSE', 'dist'].filter(
    (file) => !existsSync(join(folder, file)),
  );
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  const forbiddenKeys = ['"source":', '"devDependencies":', '"scripts":'].filter((key) =>
    text.includes(key),
  );
  const manifest = JSON.parse(text) as Manifest;
  const missingMetadata = metadata.filter((key) => !text.includes(`"${key}":`));
  const links = relativeLinks(readFileSync(join(folder, 'README.md'), 'utf8'));
  return [
    ...missing.map((file) => `${file} is missing`),
    ...missingMetadata.map((key) => `${manifest.name}: its package.json does not have ${key}`),
    ...links.map((link) => `its README links to ${link}, which is not in the tarball`),
    ...forbiddenKeys.map((key) => `its package.json still has ${key}`),
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
const libraries: Check = (folder, { id }) => {
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
const dependencies: Check = (folder, pkg) => {
  const listed = readJson<Manifest>(join(folder, 'package.json')).dependencies ?? {};
  const names = [...bundledNames(pkg), ...bundledInto(pkg, 'esm')];
  return [...new Set(names)]
    .filter((name) => name in listed)
    .map((name) => `${name} is bundled and listed as a dependency`);
};

/**
 * 44 KB for what operations share, such as files and units, and 2 KB for each operation are enough, and 1 KB for each type of account, which is written in three
 * forms (created, stored, paid into); more means that types are written out repeatedly.
 */
const maxDeclarationBytes =
  (44 + 2 * operations().length + Object.keys(accountVariants).length) * 1024;

const declarations: Check = (folder) =>
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

/** Checks the contents of an unpacked package, and by publint in strict mode. */
export async function packageProblems(folder: string, pkg: Package): Promise<string[]> {
  const checks = [contents, libraries, dependencies, declarations, publintStrict];
  return (await Promise.all(checks.map((check) => check(folder, pkg)))).flat();
}
