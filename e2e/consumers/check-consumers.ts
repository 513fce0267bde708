import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../scripts/lib/workspace.ts';
import { commandSmoke, importSmoke, runProgram, specifiers } from './import-smoke.ts';
import { installConsumer, installPeers } from './layout.ts';
import { typeCheck } from './type-check.ts';

/**
 * Uses the packed packages as their users would: installs the tarballs into a project of their
 * own, imports every subpath from ES modules and from CommonJS, first without the optional peers,
 * runs whole programs, and type-checks them under every module resolution in use.
 */
const consumer = await installConsumer();
try {
  const all = specifiers(consumer.installed);
  const withoutPeers = all.filter(({ needsPeer }) => !needsPeer).map(({ specifier }) => specifier);
  const withPeers = all.filter(({ needsPeer }) => needsPeer).map(({ specifier }) => specifier);
  const problems = await importSmoke(consumer, withoutPeers, ['--no-experimental-require-module']);
  problems.push(...(await commandSmoke(consumer)));
  installPeers(consumer);
  problems.push(...(await importSmoke(consumer, withPeers, [])));
  const programs = globSync(join(root, 'e2e/consumers/programs/*.ts'));
  for (const program of programs) {
    problems.push(...(await runProgram(consumer, basename(program, '.ts'))));
  }
  const names = all.map(({ specifier }) => specifier);
  problems.push(...(await typeCheck(consumer, names)));
  for (const problem of problems) console.error(problem);
  console.log(`${names.length} modules, ${programs.length} programs, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  consumer.remove();
}
