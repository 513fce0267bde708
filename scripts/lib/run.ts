import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { root } from './workspace.ts';

/** How a command ended. */
export interface Finished {
  readonly ok: boolean;
  /** Standard output and standard error, in order. */
  readonly output: string;
}

const bin = join(root, 'node_modules', '.bin');

/** The environment of every command: tools of the workspace first, no colours. */
export function environment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, ...rest } = process.env;
  return { ...rest, NO_COLOR: '1', PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, ...extra };
}

const HALF_AN_HOUR = 1_800;

/**
 * Runs a command to its end and collects what it prints. Never rejects: a command that cannot be
 * started, or that runs for too long, has failed.
 */
export function run(
  command: string,
  args: readonly string[],
  options: {
    readonly cwd?: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly timeoutSeconds?: number;
  } = {},
): Promise<Finished> {
  const { timeoutSeconds = HALF_AN_HOUR } = options;
  return new Promise((resolve) => {
    const child = spawn(command, [...args], {
      cwd: options.cwd ?? root,
      env: environment(options.env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const timer = setTimeout(() => {
      output += `did not end within ${timeoutSeconds} s\n`;
      child.kill('SIGKILL');
    }, timeoutSeconds * 1000);
    const end = (ok: boolean) => {
      clearTimeout(timer);
      resolve({ ok, output });
    };
    child.on('error', (error) => {
      output += `${error.message}\n`;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

/** Runs a script of this repository, by its path from the root. */
export function runScript(path: string, ...args: string[]): Promise<Finished> {
  return run(process.execPath, [
    '--conditions=source',
    '--disable-warning=ExperimentalWarning',
    path,
    ...args,
  ]);
}

/** Below the ports that systems assign to clients, and to servers that ask for any port. */
const LOWEST = 15_000;
const HIGHEST = 32_000;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * Returns a port on which nothing listens, for a program that takes its port as an argument. The system
 * does not assign it to another socket before the program listens on it.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(LOWEST, HIGHEST);
  return (await isFree(port)) ? port : freePort();
}
