import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RelaySetup } from './relay-server.ts';

const program = fileURLToPath(new URL('./relay-process.ts', import.meta.url));

/** A relay in another process. */
export interface RelayProcess {
  readonly port: number;
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

async function portOf({ stdout }: ChildProcess): Promise<number> {
  if (stdout === null) throw new Error('The process has no output.');
  for await (const line of createInterface(stdout)) return Number(line);
  throw new Error('The process ended without a port.');
}

/** Starts a relay in its own process; with a port of Redis, its limits are counted there. */
export async function startRelayProcess(
  setup: RelaySetup,
  redisPort?: number,
): Promise<RelayProcess> {
  const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning', program];
  const child = spawn(process.execPath, flags, {
    env: {
      RELAY_SETUP: JSON.stringify(setup),
      NODE_ENV: 'test',
      ...(redisPort !== undefined && { REDIS_PORT: String(redisPort) }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await portOf(child);
  return {
    port,
    pid: child.pid,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
