import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests that drive an engine from outside, because a test runner cannot run inside it. */
export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    name: 'engines-from-outside',
    include: ['e2e/engines/**/*.engine-test.ts'],
    // These tests need settings that only Firefox has, or passkeys, which WebKitGTK does not have.
    exclude:
      process.env.ENGINE === 'firefox'
        ? []
        : ['e2e/engines/{site-data,framed-passkey}.engine-test.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
