import type { Metafile } from 'esbuild';

/**
 * Returns the paths of the files of a bundle that are loaded before the entry runs: the entry, what it
 * imports, and what that imports in turn, but nothing that is imported when it is first needed.
 */
export function loadedFirst(
  { outputs }: Pick<Metafile, 'outputs'>,
  entry: string,
): ReadonlySet<string> {
  const importsOf = new Map(
    Object.entries(outputs).map(([path, { imports }]) => [
      path,
      imports.filter(({ kind }) => kind === 'import-statement').map((imported) => imported.path),
    ]),
  );
  const found = new Set([entry]);
  for (const name of found) {
    for (const imported of importsOf.get(name) ?? []) {
      if (importsOf.has(imported)) found.add(imported);
    }
  }
  return found;
}
