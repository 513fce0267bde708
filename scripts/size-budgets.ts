/** What an import may cost a consumer who bundles and minifies, in bytes after gzip. */
export interface SizeBudget {
  readonly name: string;
  /** The consumer's whole program. */
  readonly program: string;
  readonly platform: 'node' | 'browser';
  /** What is counted: all the files, or those that load before anything is asked for. */
  readonly counts: 'all' | 'first-load';
  /** Chunks that are loaded only where a feature is asked for, and do not count. */
  readonly without?: string;
  /** What the page loads anyway: only what comes on top of it counts. */
  readonly beyond?: string;
  /** What bundles it; esbuild unless said. Vite's warnings fail the check. */
  readonly bundler?: 'vite';
  /** More than this fails. */
  readonly limit: number;
  /** Where it should get to, when that is less: then the limit only keeps it from growing. */
  readonly goal?: number;
}

const KB = 1024;

const wallet = `import { createWallet } from '@org/payments-wallet';
  globalThis.wallet = createWallet({ relay: '/api/wallet' });`;

/** The budgets, in the order they are printed. */
export const sizeBudgets: readonly SizeBudget[] = [
  {
    name: 'sdk, one import',
    program: `import { createPaymentsClient } from '@org/payments-sdk';
      globalThis.payments = createPaymentsClient();`,
    platform: 'node',
    counts: 'all',
    limit: 60 * KB,
    goal: 45 * KB,
  },
  {
    name: 'sdk webhooks, first load',
    program: `import { createWebhookHandler } from '@org/payments-sdk/webhooks';
      globalThis.webhooks = createWebhookHandler({ publicKeys: '' });`,
    platform: 'node',
    counts: 'first-load',
    limit: 15 * KB,
  },
  {
    name: 'wallet, first load',
    program: wallet,
    platform: 'browser',
    counts: 'first-load',
    limit: 10 * KB,
  },
  {
    name: 'wallet, first load, by Vite',
    program: wallet,
    platform: 'browser',
    counts: 'first-load',
    bundler: 'vite',
    limit: 10 * KB,
  },
  {
    name: 'wallet, all without the signer',
    program: wallet,
    platform: 'browser',
    counts: 'all',
    without: 'remote-wallet',
    limit: 36 * KB,
  },
  ...['react', 'vue', 'svelte'].map(
    (name): SizeBudget => ({
      name: `wallet, the adapter for ${name}`,
      program: `${wallet}\nexport * from '@org/payments-wallet/${name}';`,
      beyond: wallet,
      platform: 'browser',
      counts: 'all',
      limit: KB,
    }),
  ),
];
