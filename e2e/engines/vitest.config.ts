import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { walletTestApp } from '../../packages/wallet/test/app/plugin.ts';
import type { EngineName } from './driver.ts';
import { notRunnable } from './not-runnable.ts';
import { engineProvider, tabCommands } from './provider.ts';

const engine = process.env.ENGINE as EngineName;
const excludedGroups = notRunnable.filter((group) => group.engine === engine);
const escaped = excludedGroups
  .flatMap(({ titles }) => titles)
  .map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

/** The browser tests of the crypto and the wallet package, in the engine `ENGINE` names. */
export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  resolve: { conditions: ['source'] },
  // Both engines run at the same time: neither may see the other's half-written files.
  cacheDir: fileURLToPath(new URL(`../../node_modules/.vite-engines/${engine}`, import.meta.url)),
  plugins: [walletTestApp()],
  test: {
    name: engine,
    include: ['packages/{crypto,wallet}/src/**/*.browser.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', ...excludedGroups.flatMap(({ files }) => files)],
    ...(escaped.length === 0
      ? {}
      : { testNamePattern: new RegExp(`^(?!.*(?:${escaped.join('|')})$)`) }),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One page for all files: loading the modules again for each file takes a third of the time.
    isolate: false,
    // Watches keys from before the wallet is loaded, which the first file would do too late.
    setupFiles: ['packages/wallet/test/watch-keys.ts'],
    // Long, because a busy machine needs more than the default second.
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: false,
      // Also in CI: without it, vitest sets the size of the page with a command of Playwright's.
      ui: true,
      screenshotFailures: false,
      connectTimeout: 180_000,
      commands: tabCommands(engine),
      provider: engineProvider(engine),
      instances: [{ browser: engine as never }],
    },
  },
});
