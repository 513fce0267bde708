import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finished, run } from '../../../scripts/lib/run.ts';
import { root } from '../../../scripts/lib/workspace.ts';
import type { Toolbox } from './toolbox.ts';

/** A program that does not end after its work also keeps its users' processes alive. */
const limit = { timeoutSeconds: 120 };

/** What a run printed, if it failed or warned. */
export function problemsOf(title: string, { ok, output }: Finished): string[] {
  const isQuiet = !/\bwarn(?:ing)?\b/i.test(output);
  return ok && isQuiet ? [] : [`${title} ${ok ? 'warned' : 'failed'}:\n${output.trimEnd()}`];
}

/** The programs that every runtime runs beside its own: of servers, and of one that renders pages. */
const shared = ['signed-change.ts', 'webhooks.ts', 'wallet-state.ts'];

/** Copies a program of `e2e/consumers/programs` into a folder. */
export function copyProgram(folder: string, program: string): void {
  copyFileSync(join(root, 'e2e/consumers/programs', program), join(folder, program));
}

/** Runs a project's `main.ts` and the shared programs with a runtime that takes TypeScript. */
export async function runEach(
  toolbox: Toolbox,
  id: string,
  commandFor: (program: string) => readonly [command: string, ...args: string[]],
): Promise<string[]> {
  const project = toolbox.project(id);
  const problems: string[] = [];
  for (const program of shared) copyProgram(project, program);
  for (const program of [...shared, 'main.ts']) {
    const [command, ...args] = commandFor(program);
    const finished = await run(command, args, { cwd: project, ...limit });
    problems.push(...problemsOf(`${id}: ${program}`, finished));
  }
  return problems;
}
