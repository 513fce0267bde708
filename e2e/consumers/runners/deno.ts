import { runEach } from './programs.ts';
import type { Toolbox } from './toolbox.ts';

const flags = ['run', '--no-lock', '--node-modules-dir=manual', '--no-check'];
const permissions = ['--allow-env', '--allow-net=127.0.0.1', '--allow-read', '--no-prompt'];

/** Runs the programs with Deno, with no more permissions than they need. */
export function runDeno(toolbox: Toolbox): Promise<string[]> {
  return runEach(toolbox, 'deno', (program) => [
    toolbox.command('deno'),
    ...flags,
    ...permissions,
    program,
  ]);
}
