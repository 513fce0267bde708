import { runEach } from './programs.ts';
import type { Toolbox } from './toolbox.ts';

/** Runs the programs with Bun, and a service and a receiver of webhooks in `Bun.serve`. */
export function runBun(toolbox: Toolbox): Promise<string[]> {
  return runEach(toolbox, 'bun', (program) => [toolbox.command('bun'), program]);
}
