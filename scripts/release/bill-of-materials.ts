import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../lib/run.ts';
import type { Package } from '../lib/workspace.ts';
import { type BundledLibrary, bundledLibraries } from '../pack/third-party.ts';

interface ExternalReference {
  readonly type: string;
  readonly url: string;
}

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly externalReferences?: readonly ExternalReference[];
}

interface Bill {
  readonly components: readonly Component[];
}

/** Installs the tarballs as a consumer would, and lists what npm installed. */
async function installedBill(tarballs: readonly string[]): Promise<Bill> {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
  try {
    const manifest = { name: 'payments-sdk-consumer', version: '0.0.0', private: true };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--omit=peer'];
    const installed = await run('npm', ['install', ...quiet, ...tarballs], { cwd: folder });
    if (!installed.ok) throw new Error(`cannot install the tarballs:\n${installed.output}`);
    const file = join(folder, 'sbom.json');
    const command = 'npm sbom --sbom-format=cyclonedx --sbom-type=library --omit=dev';
    const written = await run('sh', ['-c', `${command} > '${file}'`], { cwd: folder });
    if (!written.ok) throw new Error(`cannot list what was installed:\n${written.output}`);
    return JSON.parse(readFileSync(file, 'utf8')) as Bill;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The digest of the lock file as the bill writes it. */
function hexOf(integrity: string): string {
  const base64 = /^sha512-(\S+)$/.exec(integrity)?.[1];
  if (base64 === undefined) throw new Error(`${integrity} is not a SHA-512 digest`);
  return Buffer.from(base64, 'base64').toString('hex');
}

/** The libraries that are part of the packages' own files, which npm does not list. */
function bundledComponents(packages: readonly Package[]): object[] {
  const bundled = new Map<string, BundledLibrary & { into: string[] }>();
  for (const pkg of packages) {
    for (const library of bundledLibraries(pkg)) {
      const reference = `${library.name}@${library.version}`;
      const entry = bundled.get(reference) ?? { ...library, into: [] };
      entry.into.push(pkg.manifest.name);
      bundled.set(reference, entry);
    }
  }
  return [...bundled].map(([reference, { name, version, integrity, into }]) => ({
    'bom-ref': `${reference} (bundled)`,
    type: 'library',
    name,
    version,
    scope: 'required',
    hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }],
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    properties: into.map((value) => ({ name: 'payments-sdk:bundled-into', value })),
  }));
}

function withoutLocalPaths({ externalReferences = [], ...component }: Component): Component {
  const kept = externalReferences.filter(({ url }) => !url.startsWith('file:'));
  return { ...component, externalReferences: kept };
}

/**
 * The bill of materials of a release, as a CycloneDX document: the packages that installing the
 * tarballs adds today, and the libraries whose code is bundled into them.
 */
export async function billOfMaterials(
  packages: readonly Package[],
  tarballs: readonly string[],
): Promise<string> {
  const bill = await installedBill(tarballs);
  const components = [...bill.components.map(withoutLocalPaths), ...bundledComponents(packages)];
  return `${JSON.stringify({ ...bill, components }, null, 2)}\n`;
}
