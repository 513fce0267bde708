import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { writeRunnableBlocks } from './support/runnable-blocks.ts';

// Before the files of tests are looked for, because these are some of them.
writeRunnableBlocks();

/**
 * The tests of the documentation site, `npm run test:docs`: they build it once, then read the pages,
 * search the index, run the examples and open the site in Chromium.
 */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    name: 'docs',
    include: ['docs/test/*.test.ts', 'docs/.vitepress/cache/snippets/*.test.ts'],
    // No test changes what another file sees, so that modules are loaded once in each worker.
    isolate: false,
    globalSetup: ['docs/test/support/build-site.ts'],
    // Limits only end tests that hang: no test depends on how fast or idle the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
