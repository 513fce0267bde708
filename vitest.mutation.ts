import { defineConfig } from 'vitest/config';

/** The tests that Stryker runs: those beside the modules that `stryker.config.json` names. */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: [
      'packages/contract/src/**/*.test.ts',
      'packages/crypto/src/{capture,low-s,scalar*,signature}.test.ts',
      'packages/mock/src/ledger/*.test.ts',
      'packages/sdk/src/{call,journal,list,outcome,recover,webhooks}/**/*.test.ts',
      'packages/relay/src/{ownership,tickets}/*.test.ts',
      'packages/wallet/src/signing/payload/*.test.ts',
    ],
    testTimeout: 15_000,
    hookTimeout: 60_000,
  },
});
