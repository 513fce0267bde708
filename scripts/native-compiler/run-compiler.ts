import { join } from 'node:path';
import { type Finished, run } from '../lib/run.ts';
import { root } from '../lib/workspace.ts';

const compiler = join(root, 'scripts/native-compiler/node_modules/typescript/bin/tsc');

/**
 * Settings of the compiler, which is a Go program: it collects garbage only above this much memory,
 * because a third of its time would be for that.
 */
export const memorySettings = { GOGC: 'off', GOMEMLIMIT: '3GiB' } as const;

/** Runs the native compiler with arguments of `tsc`. */
export function runCompiler(...args: string[]): Promise<Finished> {
  return run(process.execPath, [compiler, '--pretty', 'false', ...args], { env: memorySettings });
}
