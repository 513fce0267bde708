import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../scripts/lib/workspace.ts';
import { commandSmoke, importSmoke, runProgram, specifiers } from './import-smoke.ts';
import { installConsumer, installPeers } from './layout.ts';
import { runRows } from './run-rows.ts';
import { esbuildConsumer, viteConsumer, webpackConsumer } from './runners/bundlers.ts';
import { typeCheck } from './type-check.ts';

/**
 * Uses the packed packages as their users would: installs the tarballs into a project of their
 * own, imports every subpath from ES modules and from CommonJS, first without the optional peers,
 * runs whole programs on the oldest and the current Node, builds pages with each bundler, and
 * type-checks under every module resolution in use.
 */
const consumer = await installConsumer();
const all = specifiers(consumer.installed);
const withoutPeers = all.filter(({ needsPeer }) => !needsPeer).map(({ specifier }) => specifier);
const withPeers = all.filter(({ needsPeer }) => needsPeer).map(({ specifier }) => specifier);
const names = all.map(({ specifier }) => specifier);
const programs = globSync(join(root, 'e2e/consumers/programs/*.ts'));
const oldestNode = join(root, 'e2e/consumers/node_modules/node/bin/node');

async function runPrograms(node: string): Promise<string[]> {
  const runs = programs.map((program) => runProgram(consumer, basename(program, '.ts'), node));
  return (await Promise.all(runs)).flat();
}

async function currentNode(): Promise<string[]> {
  const node = process.execPath;
  const flags = ['--no-experimental-require-module'];
  const problems = await importSmoke(consumer, withoutPeers, flags, node);
  problems.push(...(await commandSmoke(consumer)));
  installPeers(consumer);
  problems.push(...(await importSmoke(consumer, withPeers, [], node)));
  return [...problems, ...(await runPrograms(node))];
}

try {
  const { failed } = await runRows('npm test', {
    'node-current': currentNode,
    'node-oldest': async () => [
      ...(await importSmoke(consumer, withoutPeers, [], oldestNode)),
      ...(await runPrograms(oldestNode)),
    ],
    'typescript-current': () => typeCheck(consumer, names, 'TypeScript 6'),
    'typescript-oldest': () => typeCheck(consumer, names, 'TypeScript 5.9'),
    esbuild: () => esbuildConsumer(consumer),
    vite: () => viteConsumer(consumer),
    webpack: () => webpackConsumer(consumer),
  });
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  consumer.remove();
}
