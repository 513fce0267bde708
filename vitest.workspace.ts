import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { mswServiceWorker } from './packages/mock/test/transports/service-worker-plugin.ts';
import { tabCommands } from './packages/wallet/test/app/commands.ts';
import { walletTestApp } from './packages/wallet/test/app/plugin.ts';
import { chromiumFlags } from './scripts/browser.ts';

const source = {
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
};

/** Tests of the cryptography that replace what the platform offers. */
const isolatedCrypto = [
  ...['capture', 'index', 'openssl/openssl', 'scalar', 'sealed-key', 'wiping'],
];

/**
 * Tests that replace modules, or what the platform offers, before the code under test is loaded, or
 * that compare schemas which nothing has used yet: each file has a process of its own. All other
 * files share one module graph per worker, which spares loading the contract, the SDK and the mock
 * some two hundred times; they put back what they replace.
 */
const isolatedFiles = [
  ...isolatedCrypto.map((name) => `packages/crypto/src/${name}.test.ts`),
  'packages/mock/src/msw/**/*.test.ts',
  'packages/mock/test/transports/**/*.test.ts',
  'packages/sdk/src/transport/interceptors-*.test.ts',
  'packages/{relay/test,sdk/src/errors}/another-copy.test.ts',
  'packages/mcp/test/own-user.test.ts',
];

/** Tests that read what the build wrote. */
const builtFiles = ['e2e/built/*.test.ts'];

const notNode = [...builtFiles, '**/*.browser.test.*', '**/node_modules/**'];

/** Tests of pages, in Chromium, from outside. */
const pageFiles = [
  'e2e/{approval,inspector,signer,wallet-login}/**/*.test.ts',
  'packages/mcp/test/run-page.test.ts',
];

// A file that was renamed would otherwise run in another project, or in none.
for (const pattern of [...isolatedFiles, ...builtFiles, ...pageFiles]) {
  if (globSync(pattern, { cwd: import.meta.dirname }).length === 0) {
    throw new Error(`vitest.workspace.ts names ${pattern}, but no file has this path`);
  }
}

// Tests start some two hundred processes of Node from the sources: with a cache of what was compiled each
// takes half of the time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node');

// Packages installed with `--ignore-scripts` lack what `npm ci` writes.
if (!existsSync('packages/mcp/src/tools/comments.json')) {
  execFileSync('node', ['--conditions=source', 'scripts/generate.ts'], { stdio: 'inherit' });
}

const sharedModules = { pool: 'threads', isolate: false } as const;

// Limits only end what hangs: no test depends on how fast or idle the machine is. The slowest takes
// 20 seconds beside twelve other processes.
const hangs = 300_000;
const limits = {
  testTimeout: hangs,
  hookTimeout: hangs,
  expect: { poll: { timeout: 60_000 } },
};

/** All test projects. Run with `vitest run --config vitest.workspace.ts`. */
export default defineConfig({
  test: {
    // Tests wait for sockets and pages too: a worker for each core keeps all cores busy.
    maxWorkers: '100%',
    projects: [
      {
        ...source,
        test: {
          ...limits,
          ...sharedModules,
          name: 'node',
          environment: 'node',
          globalSetup: ['e2e/support/programs.ts'],
          include: [
            'packages/*/{src,test}/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'e2e/**/*.test.ts',
            'examples/**/*.test.ts',
          ],
          exclude: [...isolatedFiles, ...pageFiles, ...notNode],
          // A library of the MCP client has sources under the condition `source`, in TypeScript.
          server: {
            deps: { inline: [/sdk\/dist\/esm\/client\/streamableHttp/, /eventsource-parser/] },
          },
        },
      },
      {
        ...source,
        test: {
          ...limits,
          name: 'isolated',
          environment: 'node',
          include: isolatedFiles,
          exclude: notNode,
        },
      },
      {
        ...source,
        test: {
          ...limits,
          ...sharedModules,
          name: 'built',
          environment: 'node',
          include: builtFiles,
        },
      },
      {
        ...source,
        test: {
          ...limits,
          ...sharedModules,
          name: 'pages',
          environment: 'node',
          // Chromium now and then draws no frame of a page any more, so that nothing on it can be clicked.
          retry: 1,
          include: pageFiles,
          globalSetup: ['e2e/support/one-browser.ts'],
        },
      },
      {
        ...source,
        plugins: [walletTestApp(), mswServiceWorker()],
        test: {
          ...limits,
          name: 'chromium',
          include: [
            'packages/*/src/**/*.browser.test.{ts,tsx}',
            'packages/*/test/**/*.browser.test.{ts,tsx}',
            'e2e/**/*.browser.test.{ts,tsx}',
          ],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: tabCommands,
            provider: playwright({
              launchOptions: {
                ...(process.env.CHROMIUM_PATH === undefined
                  ? {}
                  : { executablePath: process.env.CHROMIUM_PATH }),
                args: [...chromiumFlags],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
