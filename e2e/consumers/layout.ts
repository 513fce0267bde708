import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Manifest, type Package, readJson, root } from '../../scripts/lib/workspace.ts';
import { tarballs, unpack } from '../../scripts/pack.ts';

/** A packed package where a consumer has it installed. */
export interface Installed {
  readonly pkg: Package;
  /** The manifest from the tarball. */
  readonly manifest: Manifest;
  readonly folder: string;
  /** Where its own dependencies are looked up. */
  readonly modules: string;
}

/** A consumer's project with every package installed. */
export interface Consumer {
  readonly folder: string;
  readonly installed: readonly Installed[];
  remove(): void;
}

function link(target: string, path: string): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'junction');
}

function thirdParty(name: string, pkg: Package): string {
  const found = [pkg.folder, root]
    .map((folder) => join(folder, 'node_modules', name))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${name} is not installed; run npm ci`);
  return found;
}

/** A package to install: puts its published files into a folder that exists. */
export interface Installable {
  readonly pkg: Package;
  put(folder: string): void | Promise<void>;
}

/** The tarballs that `pack.ts` has written. */
function packed(): Installable[] {
  return tarballs().map(({ pkg, tarball }) => ({ pkg, put: (folder) => unpack(tarball, folder) }));
}

/**
 * Installs packages, by default the tarballs, the strict way: each package can resolve only the
 * dependencies of its packed manifest, so that an undeclared import fails here as it would for users.
 * Third-party packages are those already installed in the repository.
 */
export async function installConsumer(
  packages: readonly Installable[] = packed(),
): Promise<Consumer> {
  const folder = mkdtempSync(join(tmpdir(), 'consumer-'));
  const installed = await Promise.all(
    packages.map(async ({ pkg, put }) => {
      const modules = join(folder, 'store', pkg.id, 'node_modules');
      const place = join(modules, pkg.manifest.name);
      mkdirSync(place, { recursive: true });
      await put(place);
      const manifest = readJson<Manifest>(join(place, 'package.json'));
      link(place, join(folder, 'app', 'node_modules', pkg.manifest.name));
      return { pkg, manifest, folder: place, modules };
    }),
  );
  for (const { pkg, manifest, modules } of installed) {
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const sibling = installed.find((other) => other.manifest.name === name);
      link(sibling?.folder ?? thirdParty(name, pkg), join(modules, name));
    }
  }
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { folder: join(folder, 'app'), installed, remove };
}

/** Installs the peers too, and for the type check the declarations of the peers and of Node. */
export function installPeers({ folder, installed }: Consumer): void {
  for (const { pkg, manifest, modules } of installed) {
    for (const name of Object.keys(manifest.peerDependencies ?? {})) {
      const target = thirdParty(name, pkg);
      link(target, join(modules, name));
      link(target, join(folder, 'node_modules', name));
    }
  }
  const types = join(root, 'node_modules', '@types');
  for (const name of readdirSync(types)) {
    link(join(types, name), join(folder, 'node_modules', '@types', name));
  }
}

/** Links the commands of the packages, as npm does. */
export function linkCommands({ folder, installed }: Consumer): void {
  const bin = join(folder, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  for (const { manifest, folder: home } of installed) {
    for (const [name, file] of Object.entries(manifest.bin ?? {})) {
      chmodSync(join(home, file), 0o755);
      if (!existsSync(join(bin, name))) symlinkSync(join(home, file), join(bin, name));
    }
  }
}
