import { join } from 'node:path';
import { runScript } from '../../scripts/lib/run.ts';
import { root } from '../../scripts/lib/workspace.ts';
import { importSmoke, runSignedChange, specifiers } from './import-smoke.ts';
import { installConsumer, installPeers, packPackages } from './layout.ts';
import { mcpCommands } from './mcp-commands.ts';
import { mockCommands } from './mock-commands.ts';
import { pageCommands } from './page-commands.ts';
import { runRows } from './run-rows.ts';
import { esbuildConsumer, viteConsumer, webpackConsumer } from './runners/bundlers.ts';
import { typeCheck } from './type-check.ts';

/**
 * Checks the tarballs and uses them as their users would, with what the lock file installs:
 * `npm run test:packages`. Builds and packs first. Then installs the tarballs into a project of their
 * own, imports every subpath from ES modules and from CommonJS, first without the optional peers,
 * makes a signed change on the oldest and the current Node, builds pages with each bundler, and
 * type-checks under every module resolution in use. The last line is `N passed, N failed`.
 */
await packPackages();
const tarballs = await runScript('scripts/check-packages.ts');
console.log(`${tarballs.ok ? 'ok  ' : 'FAIL'} the tarballs`);
if (!tarballs.ok) console.error(tarballs.output);

const consumer = await installConsumer();
const all = specifiers(consumer.installed);
const withoutPeers = all.filter(({ needsPeer }) => !needsPeer).map(({ specifier }) => specifier);
const withPeers = all.filter(({ needsPeer }) => needsPeer).map(({ specifier }) => specifier);
const names = all.map(({ specifier }) => specifier);
const oldestNode = join(root, 'e2e/consumers/node_modules/node/bin/node');

async function currentNode(): Promise<string[]> {
  const node = process.execPath;
  const flags = ['--no-experimental-require-module'];
  const problems = await importSmoke(consumer, withoutPeers, flags, node);
  problems.push(...(await mcpCommands(consumer)));
  problems.push(...(await mockCommands(consumer)));
  problems.push(...(await pageCommands(consumer)));
  installPeers(consumer);
  problems.push(...(await importSmoke(consumer, withPeers, [], node)));
  return [...problems, ...(await runSignedChange(consumer, node))];
}

try {
  const rows = await runRows('npm run test:packages', {
    'node-current': currentNode,
    'node-oldest': async () => [
      ...(await importSmoke(consumer, withoutPeers, [], oldestNode)),
      ...(await runSignedChange(consumer, oldestNode)),
    ],
    'typescript-current': () => typeCheck(consumer, names, 'TypeScript 6'),
    'typescript-oldest': () => typeCheck(consumer, names, 'TypeScript 5.9'),
    esbuild: () => esbuildConsumer(consumer),
    vite: () => viteConsumer(consumer),
    webpack: () => webpackConsumer(consumer),
  });
  const passed = rows.passed + (tarballs.ok ? 1 : 0);
  const failed = rows.failed + (tarballs.ok ? 0 : 1);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  consumer.remove();
}
