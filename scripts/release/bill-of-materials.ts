import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../lib/run.ts';
import type { Package } from '../lib/workspace.ts';
import { bundledLibraries } from '../pack/third-party.ts';

interface Component {
  readonly externalReferences?: readonly { readonly type: string; readonly url: string }[];
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
export async function billOfMaterials(
  packages: readonly Package[],
  tarballs: readonly string[],
): Promise<string> {
  const bill = await installedBill(tarballs);
  const components = [...bill.components.map(withoutLocalPaths), ...bundledComponents(packages)];
  return `${JSON.stringify({ ...bill, components }, null, 2)}\n`;
}
