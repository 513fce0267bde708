import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sample } from './rounds.ts';
import { settings } from './settings.ts';

/** The path of a program of the benchmarks: `programs/x` or `peers/x`, or an absolute one. */
export function programPath(name: string): string {
  return name.startsWith('/') ? name : fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
}

/**
 * Writes a program as JavaScript, where it finds the same packages, and returns its path. To load what
 * strips types takes Node about as long as a small program needs for all of its work.
 */
export function asJavaScript(name: string): string {
  const path = programPath(name);
  const target = join(dirname(path), 'node_modules/.cache', `${basename(path, '.ts')}.mjs`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, stripTypeScriptTypes(readFileSync(path, 'utf8')));
  return target;
}

/** A command that runs Node on a core, or on any if the processes cannot be pinned. */
export function pinned(core: string, args: readonly string[]): [command: string, args: string[]] {
  const command = [process.execPath, ...args];
  const [first = '', ...rest] = core === '' ? command : ['taskset', '-c', core, ...command];
  return [first, rest];
}

/** A server in its own process, on another core than the contender. */
export interface ServerProcess {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a program that prints its URL on one line. */
export async function startServer(name: string, ...args: string[]): Promise<ServerProcess> {
  const [command, rest] = pinned(settings.serverCore, [programPath(name), ...args]);
  const child: ChildProcess = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.stdout === null) throw new Error(`${name} has no output.`);
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    if (output.includes('\n')) break;
  }
  return {
    url: output.split('\n')[0]?.trim() ?? '',
    async close() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

/** Runs a program to its end; returns its wall time, and the output it printed. */
export function runProgram(
  name: string,
  ...parameters: string[]
): { readonly milliseconds: number; readonly output: string } {
  const [command, args] = pinned(settings.clientCore, [programPath(name), ...parameters]);
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  const milliseconds = performance.now() - start;
  if (status !== 0) throw new Error(`${name} ${parameters.join(' ')} failed: ${stderr}`);
  return { milliseconds, output: stdout.trim() };
}

/** Times a whole process, whose last line of output is the microseconds of CPU it used. */
export function wholeProcess(name: string, ...parameters: string[]): () => Sample {
  return () => {
    const { milliseconds, output } = runProgram(name, ...parameters);
    return { wall: milliseconds, cpu: Number(output.split('\n').at(-1)) / 1000 };
  };
}
