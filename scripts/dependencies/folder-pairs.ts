import { dirname } from 'node:path';

/** A module and the modules it imports, by their paths in the repository. */
export interface Imports {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}

/**
 * The sources that are checked: of every package and of the site, what uses them, and the scripts. The
 * support of tests (`packages/<name>/test`, `docs/test`) may import from everywhere.
 */
const checked =
  /^(?:packages\/[^/]+\/(?:src|scripts)|docs\/\.vitepress|benchmarks|e2e|examples|scripts)\//;

const tests = /\.(?:[a-z]+-)?test(?:-d)?\.tsx?$/;

/**
 * The folders whose folders import each other nevertheless. Areas follow the nouns of the API, which name
 * each other: the receipt of a transfer is a transaction, and a customer has accounts with credentials.
 */
const mutual: readonly string[] = ['packages/contract/src/areas', 'packages/mock/src/areas'];

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
export function folderPairs(modules: readonly Imports[]): string[] {
  const first = new Map<string, string>();
  for (const { source, dependencies } of modules) {
    if (!checked.test(source) || tests.test(source)) continue;
    for (const { resolved } of dependencies) {
      const folders = checked.test(resolved) ? crossing(source, resolved) : undefined;
      const key = folders?.join(' -> ');
      if (key !== undefined && !first.has(key)) first.set(key, `${source} -> ${resolved}`);
    }
  }
  return [...first].flatMap(([key, example]) => {
    const [from = '', to = ''] = key.split(' -> ');
    const back = first.get(`${to} -> ${from}`);
    if (back === undefined || from > to || mutual.includes(dirname(from))) return [];
    return [`${from} and ${to} import each other: ${example}, ${back}`];
  });
}
