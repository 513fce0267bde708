import { join } from 'node:path';
import { run } from '../../scripts/lib/run.ts';
import { prepareQuestions } from './hosts/questions.ts';
import { runLambda, runNext, runServerHost, runWorkerd } from './hosts/run-host.ts';
import type { ServerId } from './hosts/table.ts';
import { packPackages } from './layout.ts';
import { runRows } from './run-rows.ts';
import { runSignIn } from './runners/sign-in.ts';
import { runSignerSite } from './runners/signer-site.ts';
import { installToolbox, problemsOf, type Toolbox } from './runners/toolbox.ts';

/** Runs tests in four workers of Playwright, each in a world of one server of the mock. */
async function runPlaywright(toolbox: Toolbox): Promise<string[]> {
  const project = toolbox.project('playwright');
  const command = join(toolbox.folder, 'node_modules', '@playwright', 'test', 'cli.js');
  const finished = await run(process.execPath, [command, 'test'], {
    cwd: project,
    timeoutSeconds: 300,
  });
  const passed = /^\s*12 passed/m.test(finished.output);
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

/**
 * Uses the packed packages with the runtimes and frameworks that are installed outside the lock
 * file: `npm run test:consumers`. Builds and packs first. The last line is `N passed, N failed`.
 */
await packPackages();
const toolbox = await installToolbox();
const questions = await prepareQuestions();
const onServer = (id: ServerId) => () => runServerHost(toolbox, id, questions);
const { passed, failed } = await runRows('npm run test:consumers', {
  'host-node': onServer('host-node'),
  'host-express': onServer('host-express'),
  'host-fastify': onServer('host-fastify'),
  'host-hono': onServer('host-hono'),
  'host-nest': onServer('host-nest'),
  'host-bun': onServer('host-bun'),
  'host-deno': onServer('host-deno'),
  'host-workerd': () => runWorkerd(toolbox, questions),
  'host-lambda-express': () => runLambda(toolbox, 'Express', questions),
  'host-lambda-hono': () => runLambda(toolbox, 'Hono', questions),
  'host-next-15': () => runNext(toolbox, '15', questions),
  'host-next-16': () => runNext(toolbox, '16', questions),
  bunyan: () => runBunyan(toolbox),
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
