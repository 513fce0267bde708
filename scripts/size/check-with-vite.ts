import { firstLoadProblem, weighWithVite } from './weigh-with-vite.ts';

/** The size limit of the wallet's first load in a Vite bundle, in bytes after gzip. */
const limit = 10_000;

const program = `import { createWallet } from '@org/payments-wallet';
  globalThis.wallet = createWallet({ relay: '/api/wallet' });`;

const bytes = await weighWithVite(program);
console.log(`wallet, first load by Vite: ${bytes} of ${limit} bytes`);
const problem = firstLoadProblem(bytes, limit);
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 1;
}
