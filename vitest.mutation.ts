import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * Finds the sources of a package in the copy that Stryker changes. Its links in `node_modules` lead out of
 * the copy, to sources without a change, so that tests of other packages would notice nothing.
 */
const packagesOfTheCopy = {
  name: 'packages-of-the-copy',
  enforce: 'pre' as const,
  resolveId(name: string) {
    const [, id, entry = ''] = /^@org\/payments-(\w+)(\/.+)?$/.exec(name) ?? [];
    if (id === undefined) return undefined;
    const folder = join(import.meta.dirname, 'packages', id);
    const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const source = exports[`.${entry}`]?.source;
    return source === undefined ? undefined : join(folder, source);
  },
};

/** The tests that Stryker runs: those beside the modules that `stryker.config.json` names. */
export default defineConfig({
  plugins: [packagesOfTheCopy],
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: [
      'packages/contract/src/**/*.test.ts',
      'packages/crypto/src/{capture,low-s,scalar,signature,wiping}.test.ts',
      'packages/mock/src/ledger/*.test.ts',
      'packages/sdk/src/{call,journal,list,outcome,recover,webhooks}/**/*.test.ts',
      'packages/relay/src/{ownership,tickets}/*.test.ts',
      'packages/wallet/src/signing/payload/*.test.ts',
    ],
    testTimeout: 15_000,
    hookTimeout: 60_000,
  },
});
