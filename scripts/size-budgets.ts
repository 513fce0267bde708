/** What an import may cost a consumer who bundles and minifies, in bytes after gzip. */
export interface SizeBudget {
  readonly name: string;
  /** The consumer's whole program. */
  readonly program: string;
  readonly platform: 'node' | 'browser';
  /** What is counted: all the files, or those that load before anything is asked for. */
  readonly counts: 'all' | 'first-load';
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
  { name: 'wallet, all', program: wallet, platform: 'browser', counts: 'all', limit: 36 * KB },
];
