import { defineConfig } from 'vitest/config';

/** Needs a network namespace of its own and is therefore not one of the workspace's projects. */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    name: 'kernel',
    environment: 'node',
    pool: 'forks',
    include: ['e2e/kernel-faults/*.kernel-test.ts'],
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
});
