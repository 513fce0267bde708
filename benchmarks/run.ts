import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * Prepares and starts a run of the benchmarks: installs the peers from their own lock file if that
 * has not been done, builds the packages that have changed since they were built, and pins the
 * process to one core and its servers to another if the system can.
 */
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const options = { stdio: 'inherit', env: { ...process.env, ...env } } as const;
  const { status } = spawnSync(command, args, options);
  if (status !== 0) process.exit(status ?? 1);
}

function canPin(): boolean {
  return availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;
}

if (!existsSync(folder('peers/node_modules'))) {
  run('npm', ['ci', '--ignore-scripts', '--prefix', folder('peers')]);
}
run('npm', ['run', 'build', '--prefix', folder('..')]);
const last = availableParallelism() - 1;
const node = [process.execPath, '--expose-gc', folder('main.ts'), ...process.argv.slice(2)];
if (canPin()) {
  const [clientCore, serverCore] = [String(last - 1), String(last)];
  const env = { BENCH_CLIENT_CORE: clientCore, BENCH_SERVER_CORE: serverCore };
  run('taskset', ['-c', clientCore, ...node], env);
} else {
  run(node[0] ?? '', node.slice(1));
}
