import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../scripts/lib/run.ts';

/** PostgreSQL refuses to run as root, so root starts it as Debian's `postgres`. */
function identity(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** The folder of the newest PostgreSQL that Debian's package `postgresql` installed. */
function binaries(): string {
  const found = globSync('/usr/lib/postgresql/*/bin/initdb').sort();
  const newest = found.at(-1);
  if (newest === undefined || !existsSync(newest)) {
    throw new Error('PostgreSQL is not installed: run apt-get install postgresql.');
  }
  return join(newest, '..');
}

function createCluster(folder: string): string {
  const user = identity();
  const root = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(root, user.uid, user.gid);
  const flags = ['-D', join(root, 'data'), '-U', 'test', '-A', 'trust', '--no-sync'];
  const locale = ['--locale=C', '--encoding=UTF8'];
  execFileSync(join(folder, 'initdb'), [...flags, ...locale], {
    ...user,
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return root;
}

/** Starts Debian's `postgres` on a cluster. */
async function startServer(folder: string, root: string, port: number) {
  const settings = ['listen_addresses=127.0.0.1', 'fsync=off', 'max_connections=100'];
  const flags = ['-D', join(root, 'data'), '-p', String(port), '-k', root];
  const child = spawn(
    join(folder, 'postgres'),
    [...flags, ...settings.flatMap((setting) => ['-c', setting])],
    { ...identity(), cwd: root, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const lines: string[] = [];
  for await (const line of createInterface(child.stderr)) {
    lines.push(line);
    if (line.includes('ready to accept connections')) break;
  }
  if (child.exitCode !== null) throw new Error(`postgres ended:\n${lines.join('\n')}`);
  child.stderr.resume();
  return {
    async end(signal: 'SIGTERM' | 'SIGQUIT') {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

/** Creates a cluster in a temporary folder and starts a server on it. */
export async function startPostgres() {
  const folder = binaries();
  const root = createCluster(folder);
  const port = await freePort();
  let server = await startServer(folder, root, port);
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    /** Ends it without a word to its clients, and starts it again on the same data after `down`. */
    async crash(down: () => Promise<void>) {
      await server.end('SIGQUIT');
      await down();
      server = await startServer(folder, root, port);
    },
    async stop() {
      // Waits for the clients that are about to leave.
      await server.end('SIGTERM');
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** A PostgreSQL server for the test: a new cluster on the loopback. */
export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

/** Starts Debian's `redis-server`, which must be installed. */
export async function startRedis() {
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

/** A Redis server for the test: in memory, on the loopback. */
export type RedisServer = Awaited<ReturnType<typeof startRedis>>;
