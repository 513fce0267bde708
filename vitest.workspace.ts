import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { mswServiceWorker } from './packages/mock/test/lab/service-worker-plugin.ts';
import { tabCommands } from './packages/wallet/test/app/commands.ts';
import { walletTestApp } from './packages/wallet/test/app/plugin.ts';
import { chromiumFlags } from './scripts/browser.ts';

const source = {
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
};

/**
 * Tests that leave the global objects of their process as they were. Their files share one module
 * graph per worker, which spares loading the contract and the mock some eighty times.
 */
const sharedFiles = ['packages/{contract,mock}/{src,test}/**/*.test.ts'];
const notShared = ['packages/mock/src/msw/**', 'packages/mock/test/doors/**'];

const notUnit = ['**/*.browser.test.*', '**/node_modules/**'];

// Limits only end what hangs: no test depends on how fast or idle the machine is.
const limits = { testTimeout: 120_000, hookTimeout: 120_000 };

/** All test projects. Run with `vitest run --config vitest.workspace.ts`. */
export default defineConfig({
  test: {
    projects: [
      {
        ...source,
        test: {
          ...limits,
          name: 'unit',
          environment: 'node',
          include: [
            'packages/{crypto,mcp,sdk,wallet}/{src,test}/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'benchmarks/{counts,lib}/*.test.ts',
            ...notShared.map((folder) => `${folder}/*.test.ts`),
          ],
          exclude: notUnit,
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
          name: 'shared',
          environment: 'node',
          pool: 'threads',
          isolate: false,
          include: sharedFiles,
          exclude: [...notShared, ...notUnit],
        },
      },
      {
        ...source,
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['packages/*/{src,test}/**/*.test-d.ts', 'e2e/**/*.test-d.ts'],
          },
        },
      },
      {
        ...source,
        test: {
          ...limits,
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.test.ts', 'examples/**/*.test.ts'],
          exclude: notUnit,
        },
      },
      {
        ...source,
        plugins: [walletTestApp(), mswServiceWorker()],
        test: {
          name: 'chromium',
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
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
