import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { readJson, root } from '../lib/workspace.ts';

/** The fields of a source map that are read. */
interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
}

/** The fields of esbuild's report on a build that are read. */
interface Metafile {
  readonly inputs: Readonly<Record<string, { readonly bytes: number }>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

const ofLibrary = /^(?<folder>(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//;

function fromRoot(path: string): string {
  return relative(root, path).split(sep).join('/');
}

/** The bytes of each module of a library that a bundle has read, by its path from the root. */
export function libraryModules(folder: string, workingFolder: string): ReadonlyMap<string, number> {
  const reports = globSync('metafile-*.json', { cwd: folder });
  if (reports.length === 0) throw new Error(`${folder} has no report of a build`);
  const inputs = reports.flatMap((file) =>
    Object.entries(readJson<Metafile>(join(folder, file)).inputs),
  );
  const modules = inputs.map(
    ([path, { bytes }]) => [fromRoot(resolve(workingFolder, path)), bytes] as const,
  );
  return new Map(modules.filter(([path]) => ofLibrary.test(path)));
}

/** The text of each module of a library in the source maps of a bundle. */
function librarySources(folder: string): (readonly [path: string, text: string | null])[] {
  return globSync('**/*.map', { cwd: folder }).flatMap((file) => {
    const path = join(folder, file);
    const { sources, sourcesContent = [] } = readJson<SourceMap>(path);
    return sources
      .map((source) => fromRoot(resolve(dirname(path), source)))
      .map((source, index) => [source, sourcesContent[index] ?? null] as const)
      .filter(([source]) => ofLibrary.test(source));
  });
}

/**
 * What differs between the modules of libraries in a bundle and those that their authors published:
 * the version, compared with the lock file, which has a digest of each version; the number of bytes
 * that were read; and the text, of modules without a source map of their own, which would stand in
 * for what was read.
 *
 * @param folder where the bundle is, with its report and its source maps
 * @param workingFolder what the paths in the report are relative to
 */
export function changedModules(folder: string, workingFolder: string): string[] {
  const lock = readJson<Lock>(join(root, 'package-lock.json')).packages;
  const modules = libraryModules(folder, workingFolder);
  const libraries = [...modules.keys()].map((path) => ofLibrary.exec(path)?.groups?.folder ?? '');
  const versions = [...new Set(libraries)].flatMap((path) => {
    const { version } = readJson<{ version: string }>(join(root, path, 'package.json'));
    const locked = lock[path]?.version;
    return version === locked ? [] : [`${path} is ${version}, and ${locked} in the lock file`];
  });
  const resized = [...modules].flatMap(([path, bytes]) => {
    const file = join(root, path);
    return existsSync(file) && statSync(file).size === bytes ? [] : [path];
  });
  const rewritten = librarySources(folder).flatMap(([path, text]) => {
    const file = join(root, path);
    return !existsSync(file) || readFileSync(file, 'utf8') === text ? [] : [path];
  });
  const changed = new Set([...resized, ...rewritten]);
  return [...versions, ...[...changed].map((path) => `${path} is not the installed file`)];
}
