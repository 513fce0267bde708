import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { readJson, root } from '../lib/workspace.ts';

/** The fields of a source map that are read. */
interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

/** A module of an installed library, as a bundle read it. */
interface LibraryModule {
  /** Its path from the root of the repository: `node_modules/zod/v4/core/api.js`. */
  readonly path: string;
  readonly text: string | null;
}

const ofLibrary = /^(?<folder>(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The modules of libraries in the bundles of a folder, read from their source maps. */
export function libraryModules(folder: string): LibraryModule[] {
  const modules = globSync('**/*.map', { cwd: folder }).flatMap((file) => {
    const path = join(folder, file);
    const { sources, sourcesContent = [] } = readJson<SourceMap>(path);
    return sources.map((source, index) => ({
      path: relative(root, resolve(dirname(path), source))
        .split(sep)
        .join('/'),
      text: sourcesContent[index] ?? null,
    }));
  });
  const found = modules.filter(({ path }) => ofLibrary.test(path));
  return [...new Map(found.map((module) => [module.path, module])).values()];
}

/**
 * What differs between bundled modules of libraries and those that their authors published: their
 * text, compared with the installed file, and the version, compared with the lock file, which has a
 * digest of each version.
 */
export function changedModules(modules: readonly LibraryModule[]): string[] {
  const lock = readJson<Lock>(join(root, 'package-lock.json')).packages;
  const folders = new Set(modules.map(({ path }) => ofLibrary.exec(path)?.groups?.folder ?? ''));
  const versions = [...folders].flatMap((folder) => {
    const { version } = readJson<{ version: string }>(join(root, folder, 'package.json'));
    const locked = lock[folder]?.version;
    return version === locked ? [] : [`${folder} is ${version}, and ${locked} in the lock file`];
  });
  const texts = modules.flatMap(({ path, text }) => {
    const file = join(root, path);
    const installed = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    return installed === text ? [] : [`${path} is not the installed file`];
  });
  return [...versions, ...texts];
}
