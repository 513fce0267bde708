import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finished, run } from '../../../scripts/lib/run.ts';
import { type Manifest, readJson, root } from '../../../scripts/lib/workspace.ts';
import { tarballs, unpack } from '../../../scripts/pack.ts';

/** The runtimes and frameworks that are installed outside the lock file, with their versions. */
function versionsIn(manifest: string): Readonly<Record<string, string>> {
  return readJson<Manifest>(join(root, 'e2e/consumers/toolbox', manifest)).dependencies ?? {};
}

/** Not below `node_modules`, where frameworks take every file for a library. */
const cache = join(root, '.cache', 'consumers');

async function unpackTarballs(into: string): Promise<Readonly<Record<string, string>>> {
  const needed: Record<string, string> = {};
  for (const { pkg, tarball } of tarballs()) {
    const place = join(into, pkg.manifest.name);
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true });
    await unpack(tarball, place);
    Object.assign(needed, readJson<Manifest>(join(place, 'package.json')).dependencies);
  }
  return Object.fromEntries(
    Object.entries(needed).filter(([name]) => !name.startsWith('@org/payments-')),
  );
}

/** Installs with npm, as users do, unless the same versions are installed already. */
async function install(folder: string, dependencies: Readonly<Record<string, string>>) {
  // Another version of a framework is in a folder of its own, below the packages that it shares.
  const manifests = {
    'package.json': { private: true, workspaces: ['next-15'], dependencies },
    'next-15/package.json': { name: 'next-15', dependencies: versionsIn('next-15/package.json') },
  };
  const key = createHash('sha256').update(JSON.stringify(manifests)).digest('hex');
  const mark = join(folder, 'installed');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === key) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'next-15'), { recursive: true });
  for (const [name, manifest] of Object.entries(manifests)) {
    writeFileSync(join(folder, name), JSON.stringify(manifest));
  }
  const args = ['install', '--no-audit', '--no-fund', '--no-package-lock'];
  const { ok, output } = await run('npm', args, { cwd: folder });
  if (!ok) throw new Error(`cannot install the toolbox:\n${output}`);
  writeFileSync(mark, key);
}

/**
 * Installs the toolbox, the newest dependencies that the packed manifests accept, and the packages
 * as real folders: some frameworks do not follow links out of a project.
 */
export async function installToolbox() {
  const unpacked = join(cache, 'packages');
  const dependencies = { ...(await unpackTarballs(unpacked)), ...versionsIn('package.json') };
  const folder = join(cache, 'toolbox');
  await install(folder, dependencies);
  cpSync(join(unpacked, '@org'), join(folder, 'node_modules', '@org'), {
    recursive: true,
    force: true,
  });
  return {
    folder,
    /** Copies a project of `e2e/consumers/projects` to a place in the folder, and returns where it is. */
    project(id: string, place = `projects/${id}`) {
      const into = join(folder, place);
      rmSync(into, { recursive: true, force: true });
      cpSync(join(root, 'e2e/consumers/projects', id), into, { recursive: true });
      return into;
    },
    /** The path of a command of an installed package. */
    command: (name: string) => join(folder, 'node_modules', '.bin', name),
  };
}

/** A folder with the packed packages, their dependencies and the toolbox installed. */
export type Toolbox = Awaited<ReturnType<typeof installToolbox>>;

/** What a run printed, if it failed or warned. */
export function problemsOf(title: string, { ok, output }: Finished): string[] {
  const isQuiet = !/\bwarn(?:ing)?\b/i.test(output);
  return ok && isQuiet ? [] : [`${title} ${ok ? 'warned' : 'failed'}:\n${output.trimEnd()}`];
}
