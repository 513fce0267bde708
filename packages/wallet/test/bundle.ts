import { fileURLToPath } from 'node:url';
import { build, type OutputFile } from 'esbuild';

const folder = fileURLToPath(new URL('../', import.meta.url));

/** One file of a bundle. */
interface BundledFile {
  /** Path below the output folder. */
  readonly name: string;
  readonly text: string;
  /** When it is fetched: before the page's code runs, on demand, or only with a signer. */
  readonly load: 'first' | 'lazy' | 'signer';
}

interface Graph {
  readonly [path: string]: {
    readonly entryPoint?: string;
    readonly imports: readonly { readonly path: string; readonly kind: string }[];
  };
}

/** The files that an entry imports statically, itself included. */
function staticFiles(graph: Graph, entry: string): Set<string> {
  const found = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    for (const { path: next, kind } of graph[path]?.imports ?? []) {
      if (kind === 'import-statement') visit(next);
    }
  };
  visit(entry);
  return found;
}

/** The libraries of the wallet and of the cryptography. */
const libraries = ['@hpke/*', '@noble/*', '@simplewebauthn/*', 'bs58check', 'idb-keyval'];

/**
 * Bundles an entry for a browser, minified and split at its dynamic imports.
 *
 * @param entry path below the package
 * @param options `withoutLibraries` leaves only the project's own code
 */
export async function bundle(
  entry: string,
  { withoutLibraries = false } = {},
): Promise<readonly BundledFile[]> {
  const { outputFiles, metafile } = await build({
    entryPoints: { main: `${folder}${entry}` },
    absWorkingDir: folder,
    outdir: `${folder}out`,
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['source'],
    external: ['react', ...(withoutLibraries ? libraries : [])],
    logLevel: 'error',
    legalComments: 'none',
  });
  const graph: Graph = metafile.outputs;
  const first = staticFiles(graph, 'out/main.js');
  const isOptional = (path: string) => graph[path]?.entryPoint?.endsWith('signer/remote-wallet.ts');
  const lazy = new Set(
    Object.keys(graph)
      .filter((path) => !isOptional(path) && graph[path]?.entryPoint !== undefined)
      .flatMap((path) => [...staticFiles(graph, path)]),
  );
  return outputFiles.map(({ path, text }: OutputFile) => {
    const name = path.slice(`${folder}out/`.length);
    const output = `out/${name}`;
    const load = first.has(output) ? 'first' : lazy.has(output) ? 'lazy' : 'signer';
    return { name, text, load };
  });
}
