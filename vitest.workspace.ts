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

/** All test projects. Run with `vitest run --config vitest.workspace.ts`. */
export default defineConfig({
  test: {
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          // Limits only end what hangs: no test depends on how fast or idle the machine is.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          environment: 'node',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'packages/*/test/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'benchmarks/{counts,lib}/*.test.ts',
          ],
          exclude: ['**/*.browser.test.*', '**/node_modules/**'],
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
            include: ['packages/*/{src,test}/**/*.test-d.ts'],
          },
        },
      },
      {
        ...source,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.test.ts', 'examples/**/*.test.ts'],
          exclude: ['**/*.browser.test.*', '**/node_modules/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
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
