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
  /** More than this fails: `10 KiB`. */
  readonly limit: string;
}

/** The consumer's own; they do not count. */
const peers = ['react', 'react-dom', 'undici', '@opentelemetry/api', 'msw'];

const withoutDynamicImports: Plugin = {
  name: 'without-dynamic-imports',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

/** Returns the entry of size-limit's configuration that measures a budget. */
export function sizeLimitOf({ platform, imports, firstLoad, ...budget }: Budget) {
  return {
    ...budget,
    import: `{ ${imports} }`,
    gzip: true,
    ignore: peers,
    modifyEsbuildConfig: (config: BuildOptions): BuildOptions => ({
      ...config,
      platform,
      plugins: firstLoad ? [withoutDynamicImports] : [],
      format: 'esm',
      splitting: true,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
    }),
  };
}
