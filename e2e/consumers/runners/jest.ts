import { join } from 'node:path';
import { run } from '../../../scripts/lib/run.ts';
import type { Toolbox } from './toolbox.ts';

/** Runs tests in Jest, from CommonJS by default, and from ES modules as its manual describes. */
export async function runJest(toolbox: Toolbox): Promise<string[]> {
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
