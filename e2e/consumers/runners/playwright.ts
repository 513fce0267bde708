import { join } from 'node:path';
import { run } from '../../../scripts/lib/run.ts';
import type { Toolbox } from './toolbox.ts';

/** Runs tests in 16 workers of Playwright, each in a world of one server of the mock. */
export async function runPlaywright(toolbox: Toolbox): Promise<string[]> {
  const project = toolbox.project('playwright');
  const command = join(toolbox.folder, 'node_modules', '@playwright', 'test', 'cli.js');
  const finished = await run(process.execPath, [command, 'test'], {
    cwd: project,
    timeoutSeconds: 300,
  });
  const passed = /^\s*48 passed/m.test(finished.output);
  return finished.ok && passed ? [] : [`Playwright:\n${finished.output}`];
}
