import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { run } from '../../scripts/lib/run.ts';
import { root } from '../../scripts/lib/workspace.ts';

const command = join(root, 'packages/mock/src/server/cli.ts');
const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];

/** One trial of the report. */
export interface Examination {
  readonly setup: string;
  readonly trial: string;
  readonly state: 'right' | 'wrong' | 'skipped' | 'unfinished';
  readonly findings: readonly { readonly kind: string; readonly problem: string }[];
  readonly reason?: string;
}

/** Where and how the command runs. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs the command, in this folder unless another is given. */
export function runDoctor(args: readonly string[], { cwd, env = {} }: RunOptions = {}) {
  const options = { cwd: cwd ?? import.meta.dirname, env };
  return run(process.execPath, [...flags, command, 'doctor', ...args], options);
}

/** Starts the command in this folder. */
export function spawnDoctor(args: readonly string[]) {
  return spawn(process.execPath, [...flags, command, 'doctor', ...args], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Runs the command with enough time for any machine, and reads its report. */
export async function examine(args: readonly string[], options: RunOptions = {}) {
  const { ok, output } = await runDoctor(['--json', '--limit', '600', ...args], options);
  const { results } = JSON.parse(output) as { readonly results: readonly Examination[] };
  return { ok, results };
}
