import { isBuiltin } from 'node:module';
import ts from 'typescript';
import { declarationsOf, type ExportTarget, type Manifest } from '../lib/workspace.ts';

/** Returns the package that a bare specifier names: `@scope/name/sub` names `@scope/name`. */
function packageNameOf(specifier: string): string | undefined {
  if (/^[./#]/.test(specifier) || isBuiltin(specifier)) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Every package that a script or declaration file names in an import. */
export function importedPackages(text: string): string[] {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => packageNameOf(fileName))
    .filter((name): name is string => name !== undefined && !isBuiltin(name));
}

function published(target: ExportTarget, withTypes: boolean): ExportTarget {
  if (target === null) return target;
  if (typeof target === 'string') {
    return withTypes ? { types: declarationsOf(target), default: target } : target;
  }
  return Object.fromEntries(
    Object.entries(target)
      .filter(([condition]) => condition !== 'source')
      .map(([condition, inner]) => [condition, published(inner, withTypes)]),
  );
}

/** Targets without the `source` condition; those of exports name the declarations of each file. */
function publishedTargets(
  targets: Readonly<Record<string, ExportTarget>>,
  withTypes: boolean,
): Record<string, ExportTarget> {
  return Object.fromEntries(
    Object.entries(targets).map(([name, target]) => [name, published(target, withTypes)]),
  );
}

/**
 * Where compilers with `module: commonjs` look, which read no exports: the types of each subpath, and of
 * the package itself.
 */
function forOlderResolution(targets: Readonly<Record<string, ExportTarget>>) {
  const filesOf = (target: ExportTarget | undefined): { types?: unknown; default?: unknown } => {
    if (target === null || typeof target !== 'object') return {};
    return typeof target.types === 'string' ? target : filesOf(target.require ?? target.import);
  };
  const types = Object.entries(targets).flatMap(([path, target]) => {
    const file = filesOf(target).types;
    return path === '.' || typeof file !== 'string' ? [] : [[path.slice(2), [file]] as const];
  });
  const { types: own, default: main } = filesOf(targets['.']);
  return {
    ...(main !== undefined && { main }),
    ...(own !== undefined && { types: own }),
    ...(types.length > 0 && { typesVersions: { '*': Object.fromEntries(types) } }),
  };
}

function pick<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  wanted: ReadonlySet<string>,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => wanted.has(name)));
}

/**
 * The manifest as it is published: without the `source` condition, with the declarations of each export,
 * without development
 * fields, and with only those dependencies that the built files still import.
 *
 * @throws Error when a built file imports what the manifest does not declare
 */
export function packedManifest(manifest: Manifest, imported: ReadonlySet<string>): Manifest {
  const { devDependencies: _, scripts: __, exports: targets, imports, ...rest } = manifest;
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
  const undeclared = [...imported].filter((name) => !(name in declared) && name !== manifest.name);
  if (undeclared.length > 0) {
    throw new Error(`${manifest.name}: dist imports ${undeclared.join(', ')}, not declared`);
  }
  const { dependencies: _all, ...fields } = rest;
  const exports = publishedTargets(targets ?? {}, true);
  const dependencies = pick(manifest.dependencies, imported);
  return {
    ...fields,
    ...forOlderResolution(exports),
    exports,
    ...(imports !== undefined && { imports: publishedTargets(imports, false) }),
    ...(Object.keys(dependencies).length > 0 && { dependencies }),
  };
}
