import { join } from 'node:path';
import { type ConsumerId, matrix } from '../../scripts/lib/consumer-matrix.ts';
import { run, runScript } from '../../scripts/lib/run.ts';
import { root } from '../../scripts/lib/workspace.ts';
import { prepareQuestions, type Questions } from './hosts/questions.ts';
import { runLambda, runServerHost, runWorkerd } from './hosts/run-host.ts';
import { runNext15, runNextSignIn } from './hosts/run-next.ts';
import { importSmoke, runSignedChange, specifiers } from './import-smoke.ts';
import { installConsumer, installPeers } from './layout.ts';
import { mcpCommands } from './mcp-commands.ts';
import { mockCommands } from './mock-commands.ts';
import { pageCommands } from './page-commands.ts';
import { esbuildConsumer, webpackConsumer } from './runners/bundlers.ts';
import { runSignIn } from './runners/sign-in.ts';
import { runSignerSite } from './runners/signer-site.ts';
import { installToolbox, problemsOf, type Toolbox } from './runners/toolbox.ts';
import { typeCheck } from './type-check.ts';

/**
 * Checks the tarballs and uses them as their users would: `npm run test:packages`, or with the start of
 * the ids of some rows: `npm run test:packages -- host-`. Builds and packs first. Rows with what the lock
 * file installs share a project, into which the tarballs are installed; the others use a toolbox of
 * runtimes and frameworks outside the lock file. The last line is `N passed, N failed`.
 */
for (const script of ['scripts/build.ts', 'scripts/pack.ts']) {
  const { ok, output } = await runScript(script);
  if (ok) continue;
  // Without the tarballs nothing can be counted.
  console.error(output);
  console.log('0 passed, 1 failed');
  process.exit(1);
}

let failed = 0;
let passed = 0;

/** Counts a row, and prints how it ended. */
async function row(title: string, runner: () => Promise<readonly string[]>): Promise<void> {
  const started = performance.now();
  const problems = await runner().catch((error: unknown) => [
    error instanceof Error ? (error.stack ?? error.message) : String(error),
  ]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${title} (${seconds} s)`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) failed += 1;
  else passed += 1;
}

const consumer = await installConsumer();
const all = specifiers(consumer.installed);
const namesOf = (isWithPeer: boolean) =>
  all.filter(({ needsPeer }) => needsPeer === isWithPeer).map(({ specifier }) => specifier);
const oldestNode = join(root, 'e2e/consumers/node_modules/node/bin/node');

async function currentNode(): Promise<string[]> {
  const node = process.execPath;
  const flags = ['--no-experimental-require-module'];
  const problems = await importSmoke(consumer, namesOf(false), flags, node);
  for (const commands of [mcpCommands, mockCommands, pageCommands]) {
    problems.push(...(await commands(consumer)));
  }
  installPeers(consumer);
  problems.push(...(await importSmoke(consumer, namesOf(true), [], node)));
  return [...problems, ...(await runSignedChange(consumer, node))];
}

function types(compiler: Parameters<typeof typeCheck>[2]): Promise<string[]> {
  installPeers(consumer);
  const names = all.map(({ specifier }) => specifier);
  return typeCheck(consumer, names, compiler);
}

let installed: Promise<Toolbox> | undefined;
/** A runner that uses the toolbox, which is installed for the first of them. */
const inToolbox = (runner: (toolbox: Toolbox) => Promise<string[]>) => async () => {
  installed ??= installToolbox();
  return runner(await installed);
};

let prepared: Promise<Questions> | undefined;
/** A runner of a host, to which questions are sent. */
const host = (runner: (toolbox: Toolbox, questions: Questions) => Promise<string[]>) =>
  inToolbox(async (toolbox) => {
    prepared ??= prepareQuestions();
    return runner(toolbox, await prepared);
  });
const server = (id: Parameters<typeof runServerHost>[1]) =>
  host((toolbox, questions) => runServerHost(toolbox, id, questions));

/** Runs a project with Node: it succeeds without a warning, and prints some text. */
const project = (id: string, printed: RegExp, ...runs: readonly (readonly string[])[]) =>
  inToolbox(async (toolbox) => {
    const cwd = toolbox.project(id);
    const problems: string[] = [];
    for (const args of runs) {
      const own = args.map((arg) => arg.replace('node_modules', `${toolbox.folder}/node_modules`));
      const finished = await run(process.execPath, own, { cwd, timeoutSeconds: 300 });
      const ok = finished.ok && printed.test(finished.output);
      // Playwright sets FORCE_COLOR for its workers.
      const output = finished.output.replaceAll(/^.*Warning: The 'NO_COLOR' env.*$\n.*$/gm, '');
      problems.push(...problemsOf(`${id}: ${args.join(' ')}`, { ok, output }));
    }
    return problems;
  });

const jest = 'node_modules/jest/bin/jest.js';
const modules = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];

const runners: Readonly<Record<ConsumerId, () => Promise<readonly string[]>>> = {
  'node-current': currentNode,
  'node-oldest': async () => [
    ...(await importSmoke(consumer, namesOf(false), [], oldestNode)),
    ...(await runSignedChange(consumer, oldestNode)),
  ],
  'typescript-current': () => types('TypeScript 6'),
  'typescript-oldest': () => types('TypeScript 5.9'),
  esbuild: () => esbuildConsumer(consumer),
  webpack: () => webpackConsumer(consumer),
  'host-node': server('host-node'),
  'host-express': server('host-express'),
  'host-fastify': server('host-fastify'),
  'host-hono': server('host-hono'),
  'host-nest': server('host-nest'),
  'host-bun': server('host-bun'),
  'host-deno': server('host-deno'),
  'host-workerd': host(runWorkerd),
  'host-lambda-express': host((toolbox, questions) => runLambda(toolbox, 'Express', questions)),
  'host-lambda-hono': host((toolbox, questions) => runLambda(toolbox, 'Hono', questions)),
  'host-next-15': host(runNext15),
  bunyan: project('bunyan', /^$/, ['main.mjs']),
  'sign-in-react': inToolbox((toolbox) => runSignIn(toolbox, 'react')),
  'sign-in-nextjs': host(runNextSignIn),
  'sign-in-vue': inToolbox((toolbox) => runSignIn(toolbox, 'vue')),
  'sign-in-html': inToolbox((toolbox) => runSignIn(toolbox, 'html')),
  'sign-in-svelte': inToolbox((toolbox) => runSignIn(toolbox, 'svelte')),
  'signer-site': inToolbox(runSignerSite),
  // From CommonJS by default, and from ES modules as its manual describes.
  jest: project(
    'jest',
    /passed/,
    [jest, '--ci', 'signed-change.test.js'],
    [...modules, jest, '--ci', 'signed-change.test.mjs'],
  ),
  playwright: project('playwright', /^\s*12 passed/m, [
    'node_modules/@playwright/test/cli.js',
    'test',
  ]),
};

const [start = ''] = process.argv.slice(2);
try {
  await row('the tarballs', async () => {
    const { ok, output } = await runScript('scripts/check-packages.ts');
    return ok ? [] : [output];
  });
  for (const { id, name, version } of matrix.filter((one) => one.id.startsWith(start))) {
    await row(`${name} ${version}`, runners[id]);
  }
} finally {
  consumer.remove();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
