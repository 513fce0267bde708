import { defineConfig } from 'vitest/config';

/** Needs `redis-server` and PostgreSQL, and is therefore not a part of the workspace's projects. */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    name: 'webhook-stores',
    environment: 'node',
    include: ['e2e/webhook-stores/*.stores-test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
