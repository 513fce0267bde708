import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openApiDocument } from './docs/openapi/document.ts';
import { run } from './lib/run.ts';
import { type Package, publishedPackages, root } from './lib/workspace.ts';
import { bundledLibraries } from './pack/third-party.ts';
import { packPackage } from './pack.ts';
import { pendingChanges, pendingChangesets, writeChangelog } from './release/changelog.ts';

interface Component {
  readonly externalReferences?: readonly { readonly type: string; readonly url: string }[];
}

interface Bill {
  readonly components: readonly Component[];
}

/** Installs the tarballs as a consumer would, and lists what npm installed. */
async function installedBill(tarballs: readonly string[]): Promise<Bill> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'sbom-'));
  const manifest = { name: 'payments-sdk-consumer', version: '0.0.0', private: true };
  writeFileSync(join(folder.path, 'package.json'), JSON.stringify(manifest));
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--omit=peer'];
  const installed = await run('npm', ['install', ...quiet, ...tarballs], { cwd: folder.path });
  if (!installed.ok) throw new Error(`cannot install the tarballs:\n${installed.output}`);
  const file = join(folder.path, 'sbom.json');
  const command = 'npm sbom --sbom-format=cyclonedx --sbom-type=library --omit=dev';
  const written = await run('sh', ['-c', `${command} > '${file}'`], { cwd: folder.path });
  if (!written.ok) throw new Error(`cannot list what was installed:\n${written.output}`);
  return JSON.parse(readFileSync(file, 'utf8')) as Bill;
}

/** The libraries that are part of the packages' own files, which npm does not list. */
function bundledComponents(packages: readonly Package[]): object[] {
  const bundled = packages.flatMap((pkg) =>
    bundledLibraries(pkg).map((library) => ({ library, into: pkg.manifest.name })),
  );
  const byFolder = Map.groupBy(bundled, ({ library }) => library.folder);
  return [...byFolder.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { name, version, integrity } = first.library;
    // The lock file writes a digest in base64, the bill in hex.
    const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
    return {
      'bom-ref': `${name}@${version} (bundled)`,
      type: 'library',
      name,
      version,
      scope: 'required',
      hashes: [{ alg: 'SHA-512', content }],
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      properties: [first, ...others].map(({ into }) => ({
        name: 'payments-sdk:bundled-into',
        value: into,
      })),
    };
  });
}

function withoutLocalPaths({ externalReferences = [], ...component }: Component): Component {
  const kept = externalReferences.filter(({ url }) => !url.startsWith('file:'));
  return { ...component, externalReferences: kept };
}

/**
 * The bill of materials of a release, as a CycloneDX document: the packages that installing the
 * tarballs adds today, and the libraries whose code is bundled into them.
 */
async function billOfMaterials(
  packages: readonly Package[],
  tarballs: readonly string[],
): Promise<string> {
  const bill = await installedBill(tarballs);
  const components = [...bill.components.map(withoutLocalPaths), ...bundledComponents(packages)];
  return `${JSON.stringify({ ...bill, components }, null, 2)}\n`;
}

/**
 * Prepares a release: `npm run release`. Raises the versions and writes the changelog from the
 * pending changesets, runs every check, and packs what would be published into `release/`, with
 * checksums, a bill of materials and the OpenAPI document. Publishes nothing: the release workflow does, for a tag.
 *
 * The workflow calls it with `--tag v1.2.3`, which requires that no changeset is pending and that
 * the packages have this version. `--no-checks` skips the checks, to test the packing.
 */
const destination = join(root, 'release');
const args = process.argv.slice(2);
const tag = args.includes('--tag') ? args[args.indexOf('--tag') + 1] : undefined;
const checked = !args.includes('--no-checks');

async function step(name: string, command: string, ...commandArgs: string[]): Promise<string> {
  console.log(name);
  const { ok, output } = await run(command, commandArgs, { timeoutSeconds: 60 * 60 });
  if (!ok) throw new Error(`${name} failed:\n${output}`);
  return output;
}

function versionOf(packages = publishedPackages()): string {
  const versions = new Set(packages.map(({ manifest }) => manifest.version));
  if (versions.size !== 1) throw new Error(`The packages have several versions: ${[...versions]}`);
  return [...versions].join();
}

async function raiseVersions(): Promise<void> {
  const pending = pendingChangesets();
  if (tag !== undefined) {
    if (pending.length > 0) throw new Error(`Changesets are pending: ${pending.join(', ')}`);
    if (tag !== `v${versionOf()}`) throw new Error(`${tag} is not the version ${versionOf()}`);
    return;
  }
  const changed = await step('working tree', 'git', 'status', '--porcelain');
  if (changed.trim() !== '') throw new Error(`Commit or discard these changes first:\n${changed}`);
  if (pending.length === 0) return;
  const changes = pendingChanges();
  await step('versions', 'changeset', 'version');
  writeChangelog(versionOf(), changes);
  await step('lock file', 'npm', 'install', '--package-lock-only', '--ignore-scripts');
  await step('generated pages', 'npm', 'run', 'generate');
}

/** Sorts packages so that each comes after those it depends on, which then are never missing. */
function inOrderOfDependencies(packages: readonly Package[]): Package[] {
  const ordered = new Set<Package>();
  const add = (pkg: Package) => {
    const names = Object.keys({ ...pkg.manifest.dependencies, ...pkg.manifest.peerDependencies });
    packages.filter(({ manifest }) => names.includes(manifest.name)).forEach(add);
    ordered.add(pkg);
  };
  packages.forEach(add);
  return [...ordered];
}

async function pack(): Promise<readonly string[]> {
  rmSync(destination, { recursive: true, force: true });
  mkdirSync(destination, { recursive: true });
  const tarballs: string[] = [];
  for (const pkg of inOrderOfDependencies(publishedPackages())) {
    tarballs.push(await packPackage(pkg, destination));
  }
  return tarballs;
}

/** The SHA-256 of every file in a folder, in the format of `sha256sum`. */
function checksums(folder: string): string {
  const lines = readdirSync(folder).map((name) => {
    const digest = createHash('sha256').update(readFileSync(join(folder, name)));
    return `${digest.digest('hex')}  ${name}\n`;
  });
  return lines.sort().join('');
}

try {
  await raiseVersions();
  if (checked) {
    await step('the sources', 'npm', 'test');
    await step('the build', 'npm', 'run', 'test:build');
    await step('the pages', 'npm', 'run', 'test:pages');
    await step('the packed packages', 'npm', 'run', 'test:packages');
    await step('the documentation', 'npm', 'run', 'test:docs');
  } else await step('build', 'npm', 'run', 'build');
  const tarballs = await pack();
  console.log('bill of materials');
  writeFileSync(
    join(destination, 'sbom.cdx.json'),
    await billOfMaterials(publishedPackages(), tarballs),
  );
  writeFileSync(join(destination, 'openapi.json'), JSON.stringify(openApiDocument()));
  const names = tarballs.map((path) => `./${basename(path)}\n`);
  writeFileSync(join(destination, 'publish-order'), names.join(''));
  writeFileSync(join(destination, 'SHA256SUMS'), checksums(destination));
  console.log(`\nrelease/ has version ${versionOf()}.`);
  if (tag === undefined) console.log(`Next: commit, then push the tag v${versionOf()}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
