import { packPackages } from './pack-packages.ts';
import { runRows } from './run-rows.ts';
import { runBun } from './runners/bun.ts';
import { runDeno } from './runners/deno.ts';
import { runJest } from './runners/jest.ts';
import { runNextJs } from './runners/nextjs.ts';
import { runPlaywright } from './runners/playwright.ts';
import { installToolbox } from './runners/toolbox.ts';
import { runWorkerd } from './runners/workerd.ts';

/**
 * Uses the packed packages with the runtimes and frameworks that are installed outside the lock
 * file: `npm run test:consumers`. Builds and packs first. The last line is `N passed, N failed`.
 */
await packPackages();
const toolbox = await installToolbox();
const { passed, failed } = await runRows('npm run test:consumers', {
  bun: () => runBun(toolbox),
  deno: () => runDeno(toolbox),
  workerd: () => runWorkerd(toolbox),
  nextjs: () => runNextJs(toolbox),
  jest: () => runJest(toolbox),
  playwright: () => runPlaywright(toolbox),
});
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
