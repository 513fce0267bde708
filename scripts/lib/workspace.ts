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
