import type { BuildOptions, Plugin } from 'esbuild';

/** What one import of a package may cost a consumer who bundles and minifies, after gzip. */
export interface Budget {
  readonly name: string;
  readonly platform: 'node' | 'browser';
  /** The built file that the consumer's import resolves to. */
  readonly path: string;
  /** What the consumer imports of it. */
  readonly imports: string;
  /** Counts only what loads at once, not what a dynamic import loads later. */
  readonly firstLoad?: boolean;
  /** Does not count the chunk of this name, which only an option asks for. */
  readonly without?: string;
  /** More than this fails: `10 KiB`. */
  readonly limit: string;
}

/** The consumer's own; they do not count. */
const peers = ['react', 'react-dom', 'undici', 'vue', 'svelte', '@opentelemetry/api', 'msw'];

/** Leaves the dynamic imports out whose path has the text. */
export const withoutDynamicImports = (text: string): Plugin => ({
  name: 'without-dynamic-imports',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'dynamic-import' && path.includes(text) ? { path, external: true } : undefined,
    );
  },
});

/** Returns the entry of size-limit's configuration that measures a budget. */
export function sizeLimitOf({ platform, imports, firstLoad, without, ...budget }: Budget) {
  const left = firstLoad === true ? '' : without;
  return {
    ...budget,
    import: `{ ${imports} }`,
    gzip: true,
    ignore: peers,
    modifyEsbuildConfig: (config: BuildOptions): BuildOptions => ({
      ...config,
      platform,
      plugins: left === undefined ? [] : [withoutDynamicImports(left)],
      format: 'esm',
      splitting: true,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
    }),
  };
}
