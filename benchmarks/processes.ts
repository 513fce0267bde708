import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { p50, perSecond, type Sample, settings } from './rounds.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** A command that runs Node on a core, or on any if the processes cannot be pinned. */
function pinned(core: string, args: readonly string[]): [command: string, args: string[]] {
  const command = [process.execPath, ...args];
  const [first = '', ...rest] = core === '' ? command : ['taskset', '-c', core, ...command];
  return [first, rest];
}

/** Starts one of `programs`, which prints its URL on one line. */
export async function startServer(name: string, ...more: string[]) {
  const [command, args] = pinned(settings.serverCore, [path(`programs/${name}.ts`), ...more]);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
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

/** What a client is asked to do: this many calls, one after another or this many at once. */
export interface Turn {
  readonly calls: number;
  readonly atOnce: number;
}

/** Starts `peers/client` with one client, on the core of the contenders. */
export async function startClient(name: string, origin: string) {
  const quick = settings.quick ? ['--quick'] : [];
  const program = [path('peers/client.ts'), name, origin, 'turns', ...quick];
  const [command, args] = pinned(settings.clientCore, program);
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The process of ${name} has ended.`);
  });
  const message = async (): Promise<unknown> => {
    const [found] = await Promise.race([once(child, 'message'), ended]);
    return found;
  };
  await message();
  return {
    name,
    /** The calls in turns of some length. */
    contender: (turn: Turn) => ({
      name,
      async measure() {
        const measured = message();
        child.send(turn);
        return (await measured) as Sample;
      },
    }),
    async close() {
      child.kill();
      await ended.catch(() => undefined);
    },
  };
}

/** A client in a process of its own, which waits until it has its turn. */
export type ClientProcess = Awaited<ReturnType<typeof startClient>>;

/** The other side: does a turn of the work each time it is asked to. */
export function takeTurns(work: () => Promise<unknown>): void {
  process.on('message', async ({ calls, atOnce }: Turn) => {
    const measure = atOnce === 1 ? p50(calls, work) : perSecond(calls, atOnce, work);
    process.send?.(await measure());
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.('ready');
}

/**
 * Measures whole processes that send one call with a client. They run JavaScript: to load what strips
 * types takes Node about as long as a small program needs for all of its work.
 */
export function wholeProcess(name: string, origin: string, compileCache?: string): () => Sample {
  const program = path('peers/node_modules/.cache/client.mjs');
  mkdirSync(path('peers/node_modules/.cache'), { recursive: true });
  writeFileSync(program, stripTypeScriptTypes(readFileSync(path('peers/client.ts'), 'utf8')));
  const [command, args] = pinned(settings.clientCore, [program, name, origin]);
  const cache = compileCache !== undefined && { NODE_COMPILE_CACHE: compileCache };
  const env = { ...process.env, ...cache };
  return () => {
    const start = performance.now();
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env });
    const wall = performance.now() - start;
    if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
    return { wall, cpu: Number(stdout.trim()) / 1000 };
  };
}
