import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

/** A value below `exports` or `imports`: a file, or more conditions. */
export type ExportTarget = string | null | { readonly [condition: string]: ExportTarget };

/** The fields of a package.json that the scripts read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly type?: string;
  readonly keywords?: readonly string[];
  readonly homepage?: string;
  readonly bugs?: { readonly url: string };
  readonly repository?: {
    readonly type: string;
    readonly url: string;
    readonly directory: string;
  };
  readonly files?: readonly string[];
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean };
  readonly bin?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly workspaces?: readonly string[];
  readonly exports?: Readonly<Record<string, ExportTarget>>;
  readonly imports?: Readonly<Record<string, ExportTarget>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export function readJson<Value>(path: string): Value {
  return JSON.parse(readFileSync(path, 'utf8')) as Value;
}

function packageIn(manifestPath: string) {
  const folder = dirname(manifestPath);
  return {
    /** Its folder's name: `sdk`. */
    id: basename(folder),
    folder,
    manifest: readJson<Manifest>(manifestPath),
  };
}

/** A package of the workspace. */
export type Package = ReturnType<typeof packageIn>;

/** The packages below `packages/`, those that are published. */
export function publishedPackages(): Package[] {
  return globSync('packages/*/package.json', { cwd: root })
    .sort()
    .map((path) => packageIn(join(root, path)))
    .filter(({ manifest }) => manifest.private !== true);
}

/** Every manifest of the workspace, the root's first, with its path from the root. */
export function allManifests(): { readonly path: string; readonly manifest: Manifest }[] {
  const own = readJson<Manifest>(join(root, 'package.json'));
  const members = (own.workspaces ?? []).flatMap((pattern) =>
    globSync(`${pattern}/package.json`, { cwd: root }).sort(),
  );
  return ['package.json', ...members].map((path) => ({
    path,
    manifest: readJson<Manifest>(join(root, path)),
  }));
}

/** One file that a package builds. */
export interface Entry {
  /** What leads to it, a subpath, an import or a command: `.`, `#form`, `bin payments-mock`. */
  readonly from: string;
  /** Where it lies below `dist`, without its ending: `server/index`. */
  readonly name: string;
  /** Its source, from the package's folder. */
  readonly source: string;
  /** Every file that must exist once it is built. */
  readonly files: readonly string[];
}

function leaves(target: ExportTarget): string[] {
  if (target === null) return [];
  return typeof target === 'string' ? [target] : Object.values(target).flatMap(leaves);
}

/** The declarations of a built file, which lie beside it: `index.d.cts` of `index.cjs`. */
export function declarationsOf(file: string): string {
  return file.replace(/\.(c?)js$/, '.d.$1ts');
}

function nameOf(file: string): string {
  const match = /^\.\/dist\/(.+?)(?:\.d)?\.[cm]?[jt]s$/.exec(file);
  if (match?.[1] === undefined) throw new Error(`${file} is not a file of ./dist`);
  return match[1];
}

function entriesBelow(from: string, target: ExportTarget): Entry[] {
  if (target === null || typeof target === 'string') return [];
  const { source, ...conditions } = target;
  if (typeof source !== 'string') {
    return Object.values(target).flatMap((inner) => entriesBelow(from, inner));
  }
  const files = leaves(conditions);
  const names = new Set(files.map(nameOf));
  const [name] = names;
  if (name === undefined || names.size > 1) {
    throw new Error(`${from}: the conditions beside "source" must name one file of ./dist`);
  }
  const declarations = from.startsWith('.') ? files.map(declarationsOf) : [];
  return [{ from, name, source, files: [...files, ...declarations] }];
}

function commands(manifest: Manifest): Entry[] {
  return Object.entries(manifest.bin ?? {}).map(([command, file]) => {
    const path = file.startsWith('./') ? file : `./${file}`;
    const name = nameOf(path);
    return { from: `bin ${command}`, name, source: `./src/${name}.ts`, files: [path] };
  });
}

/**
 * The files that a package builds, read from its manifest: a file for each `source` condition of
 * its exports and of its imports, which are forms for one platform, and one for each command, whose path in `src` equals its path in `dist`.
 */
export function entriesOf(manifest: Manifest): Entry[] {
  const resolved = Object.entries({ ...manifest.exports, ...manifest.imports }).flatMap(
    ([from, target]) => entriesBelow(from, target),
  );
  const all = [...resolved, ...commands(manifest)];
  const byName = new Map(all.map((entry) => [entry.name, entry]));
  for (const entry of all) {
    if (byName.get(entry.name)?.source !== entry.source) {
      throw new Error(`dist/${entry.name} has two sources`);
    }
  }
  return all;
}
