import { join } from 'node:path';
import { run } from '../../scripts/lib/run.ts';
import { packPackages } from './layout.ts';
import { runRows } from './run-rows.ts';
import { runSignIn } from './runners/sign-in.ts';
import { runSignerSite } from './runners/signer-site.ts';
import { installToolbox, problemsOf, runEach, type Toolbox } from './runners/toolbox.ts';
import { runWorkerd } from './runners/workerd.ts';

/** Runs tests in 16 workers of Playwright, each in a world of one server of the mock. */
async function runPlaywright(toolbox: Toolbox): Promise<string[]> {
  const project = toolbox.project('playwright');
  const command = join(toolbox.folder, 'node_modules', '@playwright', 'test', 'cli.js');
  const finished = await run(process.execPath, [command, 'test'], {
    cwd: project,
    timeoutSeconds: 300,
  });
  const passed = /^\s*48 passed/m.test(finished.output);
  return finished.ok && passed ? [] : [`Playwright:\n${finished.output}`];
}

/** Logs with bunyan, which is not in the lock file: libraries of its own run scripts at installation. */
async function runBunyan(toolbox: Toolbox): Promise<string[]> {
  const cwd = toolbox.project('bunyan');
  return problemsOf('bunyan', await run(process.execPath, ['main.mjs'], { cwd }));
}

/** Runs tests in Jest, from CommonJS by default, and from ES modules as its manual describes. */
async function runJest(toolbox: Toolbox): Promise<string[]> {
  const project = toolbox.project('jest');
  const jest = join(toolbox.folder, 'node_modules', 'jest', 'bin', 'jest.js');
  const modules = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const runs = [
    ['CommonJS', jest, '--ci', 'signed-change.test.js'],
    ['ES modules', ...modules, jest, '--ci', 'signed-change.test.mjs'],
  ] as const;
  const problems: string[] = [];
  for (const [title, ...args] of runs) {
    const finished = await run(process.execPath, args, { cwd: project, timeoutSeconds: 180 });
    const isQuiet = !/warning/i.test(finished.output);
    if (!finished.ok || !isQuiet) problems.push(`Jest from ${title}:\n${finished.output}`);
  }
  return problems;
}

/** Builds a relay and a webhook route with Next.js, without a variable that they read when they run. */
async function runNextJs(toolbox: Toolbox): Promise<string[]> {
  const cwd = toolbox.project('nextjs');
  const read = ['RELAY_SECRET', 'APP_ORIGIN', 'PAYMENTS_WEBHOOK_PUBLIC_KEY'];
  const names = Object.keys(process.env).filter((name) => /^PAYMENTS_/.test(name));
  const unset = Object.fromEntries([...read, ...names].map((name) => [name, undefined]));
  const env = { ...unset, NEXT_TELEMETRY_DISABLED: '1' };
  const next = join(toolbox.folder, 'node_modules', 'next', 'dist', 'bin', 'next');
  return problemsOf('next build', await run(process.execPath, [next, 'build'], { cwd, env }));
}

const flags = ['run', '--no-lock', '--node-modules-dir=manual', '--no-check'];
const permissions = ['--allow-env', '--allow-net=127.0.0.1', '--allow-read', '--no-prompt'];

/** Runs the programs with Deno, with no more permissions than they need. */
function runDeno(toolbox: Toolbox): Promise<string[]> {
  return runEach(toolbox, 'deno', (program) => [
    toolbox.command('deno'),
    ...flags,
    ...permissions,
    program,
  ]);
}

/** Runs the programs with Bun, and a service and a receiver of webhooks in `Bun.serve`. */
function runBun(toolbox: Toolbox): Promise<string[]> {
  return runEach(toolbox, 'bun', (program) => [toolbox.command('bun'), program]);
}

/**
 * Uses the packed packages with the runtimes and frameworks that are installed outside the lock
 * file: `npm run test:consumers`. Builds and packs first. The last line is `N passed, N failed`.
 */
await packPackages();
const toolbox = await installToolbox();
const { passed, failed } = await runRows('npm run test:consumers', {
  bun: () => runBun(toolbox),
  deno: () => runDeno(toolbox),
  bunyan: () => runBunyan(toolbox),
  workerd: () => runWorkerd(toolbox),
  nextjs: () => runNextJs(toolbox),
  'sign-in-react': () => runSignIn(toolbox, 'react'),
  'sign-in-nextjs': () => runSignIn(toolbox, 'nextjs'),
  'sign-in-vue': () => runSignIn(toolbox, 'vue'),
  'sign-in-svelte': () => runSignIn(toolbox, 'svelte'),
  'signer-site': () => runSignerSite(toolbox),
  jest: () => runJest(toolbox),
  playwright: () => runPlaywright(toolbox),
});
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
