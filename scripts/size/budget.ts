import type { BuildOptions, Plugin } from 'esbuild';

/** The size limit of one import of a package, bundled, minified and compressed with gzip. */
export interface Budget {
  readonly name: string;
  readonly platform: 'node' | 'browser';
  /** The built file that the consumer's import resolves to. */
  readonly path: string;
  /** The consumer's imports. */
  readonly imports: string;
  /** Counts only what loads at once, not what a dynamic import loads later. */
  readonly firstLoad?: boolean;
  /** Does not count the chunks of these names, which are loaded only with an option. */
  readonly without?: readonly string[];
  /** The limit in units of 1,000 bytes: `10 kB`. */
  readonly limit: `${number} kB`;
}

/** The consumer's own dependencies, which do not count. */
const peers = ['react', 'react-dom', 'undici', 'vue', 'svelte', '@opentelemetry/api', 'msw'];

/** Leaves out the dynamic imports whose path contains one of the strings. */
const withoutDynamicImports = (...parts: readonly string[]): Plugin => ({
  name: 'without-dynamic-imports',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'dynamic-import' && parts.some((part) => path.includes(part))
        ? { path, external: true }
        : undefined,
    );
  },
});

/** Returns the entry of size-limit's configuration that measures a budget. */
export function sizeLimitOf({ platform, imports, firstLoad, without, ...budget }: Budget) {
  const excluded = firstLoad === true ? [''] : without;
  return {
    ...budget,
    import: `{ ${imports} }`,
    gzip: true,
    ignore: peers,
    modifyEsbuildConfig: (config: BuildOptions): BuildOptions => ({
      ...config,
      platform,
      plugins: excluded === undefined ? [] : [withoutDynamicImports(...excluded)],
      format: 'esm',
      splitting: true,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
    }),
  };
}
