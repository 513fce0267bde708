import { defineConfig } from 'vitest/config';

const source = {
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
};

/** Limits only end what hangs: no test depends on how fast or idle the machine is. */
const slow = { testTimeout: 300_000, hookTimeout: 300_000 };

/**
 * The suites that need more than Node and a browser. Each is a
 * project, and an npm script runs it: `vitest run --config vitest.suites.ts --project databases`.
 */
export default defineConfig({
  test: {
    projects: [
      {
        ...source,
        test: {
          ...slow,
          // Needs a network namespace of its own, which `run.ts` makes.
          name: 'kernel',
          pool: 'forks',
          include: ['e2e/faults/kernel/*.kernel-test.ts'],
        },
      },
      {
        ...source,
        // Needs `redis-server` and PostgreSQL.
        test: {
          ...slow,
          name: 'databases',
          globalSetup: ['e2e/support/programs.ts'],
          include: [
            'e2e/relay-attacks/redis/*.redis-test.ts',
            'e2e/{journal/postgres,run}/*.postgres-test.ts',
            'e2e/webhook-stores/*.stores-test.ts',
          ],
        },
      },
    ],
  },
});
