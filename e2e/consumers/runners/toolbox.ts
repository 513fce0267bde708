import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Finished, run } from '../../../scripts/lib/run.ts';
import { tarballs, unpack } from '../../../scripts/lib/tarballs.ts';
import { type Manifest, readJson, root } from '../../../scripts/lib/workspace.ts';

/** The runtimes and frameworks that are installed outside the lock file, with their versions. */
const toolboxVersions: Readonly<Record<string, string>> =
  readJson<Manifest>(join(root, 'e2e/consumers/toolbox/package.json')).dependencies ?? {};

/** A folder with the packed packages, their dependencies and the toolbox installed. */
export interface Toolbox {
  readonly folder: string;
  /** Copies a project of `e2e/consumers/projects` into the folder, and returns where it is. */
  project(id: string): string;
  /** The path of a command of an installed package. */
  command(name: string): string;
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
  const manifest = `${JSON.stringify({ private: true, dependencies }, null, 2)}\n`;
  const key = createHash('sha256').update(manifest).digest('hex');
  const mark = join(folder, 'installed');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === key) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  const args = ['install', '--no-audit', '--no-fund', '--no-package-lock'];
  const { ok, output } = await run('npm', args, { cwd: folder });
  if (!ok) throw new Error(`cannot install the toolbox:\n${output}`);
  writeFileSync(mark, key);
}

/**
 * Installs the toolbox, the newest dependencies that the packed manifests accept, and the packages
 * as real folders: some frameworks do not follow links out of a project.
 */
export async function installToolbox(): Promise<Toolbox> {
  const unpacked = join(cache, 'packages');
  const dependencies = { ...(await unpackTarballs(unpacked)), ...toolboxVersions };
  const folder = join(cache, 'toolbox');
  await install(folder, dependencies);
  cpSync(join(unpacked, '@org'), join(folder, 'node_modules', '@org'), {
    recursive: true,
    force: true,
  });
  return {
    folder,
    project(id) {
      const place = join(folder, 'projects', id);
      rmSync(place, { recursive: true, force: true });
      cpSync(join(root, 'e2e/consumers/projects', id), place, { recursive: true });
      return place;
    },
    command: (name) => join(folder, 'node_modules', '.bin', name),
  };
}

/** A program that does not end after its work also keeps its users' processes alive. */
const limit = { timeoutSeconds: 120 };

/** What a run printed, if it failed or warned. */
export function problemsOf(title: string, { ok, output }: Finished): string[] {
  const isQuiet = !/\bwarn(?:ing)?\b/i.test(output);
  return ok && isQuiet ? [] : [`${title} ${ok ? 'warned' : 'failed'}:\n${output.trimEnd()}`];
}

/** The programs that every runtime runs beside its own: of servers, and of one that renders pages. */
const shared = ['signed-change.ts', 'webhooks.ts', 'wallet-state.ts'];

/** Copies a program of `e2e/consumers/programs` into a folder. */
export function copyProgram(folder: string, program: string): void {
  copyFileSync(join(root, 'e2e/consumers/programs', program), join(folder, program));
}

/** Runs a project's `main.ts` and the shared programs with a runtime that takes TypeScript. */
export async function runEach(
  toolbox: Toolbox,
  id: string,
  commandFor: (program: string) => readonly [command: string, ...args: string[]],
): Promise<string[]> {
  const project = toolbox.project(id);
  const problems: string[] = [];
  for (const program of shared) copyProgram(project, program);
  for (const program of [...shared, 'main.ts']) {
    const [command, ...args] = commandFor(program);
    const finished = await run(command, args, { cwd: project, ...limit });
    problems.push(...problemsOf(`${id}: ${program}`, finished));
  }
  return problems;
}
