import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = (name: string) => fileURLToPath(new URL(`../programs/${name}.ts`, import.meta.url));

/** A server in a process of its own, so that it does not share a thread with who is measured. */
export interface ServerProcess {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts `programs/<name>.ts`, which prints its URL. */
export async function startServer(name: string): Promise<ServerProcess> {
  const child: ChildProcess = spawn(process.execPath, [program(name)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('The server has no output.');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: line.toString().trim(),
    async close() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Runs `programs/<name>.ts` to its end; gives its wall time in milliseconds and its output. */
export function runProgram(
  name: string,
  ...parameters: string[]
): { readonly milliseconds: number; readonly output: string } {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [program(name), ...parameters], {
    encoding: 'utf8',
  });
  const milliseconds = performance.now() - start;
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  return { milliseconds, output: stdout.trim() };
}
