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
    // Firefox's settings are Firefox's alone, and WebKitGTK has no passkeys.
    exclude:
      process.env.ENGINE === 'firefox'
        ? []
        : ['e2e/engines/{site-data,framed-passkey}.engine-test.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
