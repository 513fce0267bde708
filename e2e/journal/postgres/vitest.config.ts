import { defineConfig } from 'vitest/config';

/** Needs Debian's `postgresql`, and is therefore not part of the workspace's projects. */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    name: 'postgres',
    environment: 'node',
    include: ['e2e/journal/postgres/*.postgres-test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
