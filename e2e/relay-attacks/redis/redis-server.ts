import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '../../../scripts/lib/free-port.ts';

/** A Redis server for the test: in memory, on the loopback. */
export interface RedisServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts Debian's `redis-server`, which must be installed. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  const failed = once(child, 'error').then(([cause]) => {
    throw new Error('redis-server does not start: is it installed?', { cause });
  });
  const ready = (async () => {
    for await (const line of createInterface(child.stdout)) {
      if (line.includes('Ready to accept connections')) return;
    }
    throw new Error('redis-server ended.');
  })();
  await Promise.race([ready, failed]);
  return {
    port,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
