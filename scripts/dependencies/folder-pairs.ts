/** A module and the modules it imports, by their paths in the repository. */
export interface Imports {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}

/** Two folders that may import each other. */
export interface AllowedPair {
  readonly folders: readonly [string, string];
  readonly reason: string;
}

/** The packages whose sources are checked. */
const checked = /^packages\/(?:sdk)\/src\//;

const tests = /\.(?:test|test-d)\.tsx?$/;

/** The pairs of folders that import each other nevertheless. At most two, each with its reason. */
export const allowedPairs: readonly AllowedPair[] = [];

/** The two folders, below their nearest common one, that an import crosses; undefined within one. */
function crossing(from: string, to: string): readonly [string, string] | undefined {
  const [a, b] = [from.split('/').slice(0, -1), to.split('/').slice(0, -1)];
  const depth = a.findIndex((name, index) => name !== b[index]);
  if (depth === -1 || depth >= b.length) return undefined;
  return [a.slice(0, depth + 1).join('/'), b.slice(0, depth + 1).join('/')];
}

/**
 * Returns the pairs of folders that import each other: of two folders in the same folder, one may
 * import the other. Imports of types count; tests do not.
 */
export function folderPairs(
  modules: readonly Imports[],
  allowed: readonly AllowedPair[] = allowedPairs,
): string[] {
  const first = new Map<string, string>();
  for (const { source, dependencies } of modules) {
    if (!checked.test(source) || tests.test(source)) continue;
    for (const { resolved } of dependencies) {
      const folders = checked.test(resolved) ? crossing(source, resolved) : undefined;
      const key = folders?.join(' -> ');
      if (key !== undefined && !first.has(key)) first.set(key, `${source} -> ${resolved}`);
    }
  }
  const isAllowed = (pair: readonly string[]) =>
    allowed.some(({ folders }) => [...folders].sort().join() === [...pair].sort().join());
  return [...first].flatMap(([key, example]) => {
    const [from = '', to = ''] = key.split(' -> ');
    const back = first.get(`${to} -> ${from}`);
    if (back === undefined || from > to || isAllowed([from, to])) return [];
    return [`${from} and ${to} import each other: ${example}, ${back}`];
  });
}
