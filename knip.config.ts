import type { KnipConfig } from 'knip';

/**
 * What knip cannot detect: the files that commands, pages and child processes start.
 * What a package exports is public and counts as used.
 */
const config: KnipConfig = {
  ignoreDependencies: [/^@org\/payments-/],
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Peers that are optional are imported by the entries for which they are needed.
  exclude: ['optionalPeerDependencies'],
  // The peers of the benchmarks are installed by `npm run bench`, the consumers by their commands.
  ignore: [
    'benchmarks/peers/**',
    'e2e/consumers/projects/**',
    'examples/sign-in/**',
    'examples/signer-site/**',
  ],
  workspaces: {
    '.': {
      entry: [
        'scripts/*.ts',
        'scripts/build/types/inferred.ts',
        'scripts/mutation/runner.ts',
        'e2e/**/*.{test,browser.test,engine-test,kernel-test,postgres-test,redis-test,stores-test}.ts',
        'e2e/faults/kernel/{run,service}.ts',
        'e2e/signer/support/{plain,signer}.ts',
        'e2e/webhook-stores/receiver.ts',
        'examples/testing/*.test.ts',
      ],
      project: ['*.ts', 'scripts/**/*.ts', 'e2e/**/*.ts', 'examples/testing/*.ts'],
      // Started by `check-packages.ts` and `release.ts`; the version of Node that npm puts first.
      ignoreDependencies: [
        ...['@arethetypeswrong/cli', '@changesets/cli', 'node', 'msw', 'undici'],
      ],
    },
    'packages/*': {
      entry: ['src/**/*.{test,test-d}.{ts,tsx}'],
      project: ['{src,test}/**/*.{ts,tsx}'],
    },
    'packages/crypto': {
      // `#openssl` in browsers.
      entry: ['src/**/*.test.ts', 'src/openssl/none.ts'],
      project: ['{src,test,scripts}/**/*.ts'],
    },
    'packages/mcp': {
      entry: ['src/**/*.test.ts', 'test/*.test.ts', 'src/bin/{mcp,payments}.ts'],
      project: ['{src,test}/**/*.ts'],
    },
    'packages/mock': {
      // The areas are imported as one namespace.
      entry: [
        'src/**/*.test.{ts,tsx}',
        'test/**/*.test.ts',
        'scripts/*.ts',
        'src/server/cli.ts',
        'src/areas/index.ts',
      ],
      project: ['{src,test,scripts}/**/*.{ts,tsx}'],
    },
    'packages/wallet': {
      // The lazy chunk is imported as one namespace.
      entry: [
        'src/**/*.{test,test-d}.{ts,tsx}',
        'src/lazy-chunk.ts',
        'test/app/{*-page,serve,service-worker,tab}.ts',
      ],
      project: ['{src,test}/**/*.{ts,tsx}'],
    },
    'packages/sdk': {
      // Bundled with the contract's schemas, which import it.
      ignoreDependencies: ['zod'],
      entry: ['src/**/*.{test,test-d}.ts', 'test/trip-counter.ts'],
      project: ['{src,test}/**/*.ts'],
    },
    docs: {
      entry: [
        '.vitepress/{config,theme/index,theme/playground/worker}.ts',
        'test/*.test.ts',
        'test/vitest.config.ts',
        'test/support/site.ts',
      ],
      project: ['.vitepress/**/*.ts', 'test/**/*.ts'],
      // Imported by the examples of the guides; read as a file into a page.
      ignoreDependencies: ['@playwright/test', 'axe-core'],
    },
    'examples/tour': {
      entry: ['*.test.ts'],
      project: ['**/*.ts'],
    },
    'examples/wallet-login': {
      entry: ['app/main.tsx', 'app/wallet/signer.ts', 'demo/*.ts'],
      project: ['**/*.{ts,tsx}'],
    },
    benchmarks: {
      entry: ['{run,main}.ts', 'programs/*.ts', 'peers/*.ts'],
      project: ['**/*.ts'],
    },
    'e2e/consumers': {
      // A folder of `projects` is copied to where its packages are installed.
      entry: ['*.ts', 'programs/*.ts'],
      project: ['**/*.ts', '!projects/**'],
      // The oldest version of Node that the packages support.
      ignoreDependencies: ['node'],
    },
  },
};

export default config;
