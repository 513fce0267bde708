import { defineConfig } from 'vitest/config';

/** Needs `redis-server`, and is therefore not part of the workspace's projects. */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    name: 'redis',
    environment: 'node',
    include: ['e2e/relay-attacks/redis/*.redis-test.ts'],
    testTimeout: 30_000,
  },
});
