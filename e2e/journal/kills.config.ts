import { defineConfig } from 'vitest/config';

/** All 200 kills: a minute of computing, and therefore not part of `npm test`. */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    name: 'kills',
    environment: 'node',
    include: ['e2e/journal/kill.test.ts', 'packages/sdk/src/journal/sqlite/locked-file.test.ts'],
    env: { KILLS: '200', PRUNED_ROWS: '300000' },
  },
});
