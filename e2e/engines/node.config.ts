import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests that drive an engine from outside, because no runner works inside of it. */
export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    name: 'engine-settings',
    include: ['e2e/engines/**/*.engine-test.ts'],
    testTimeout: 60_000,
  },
});
