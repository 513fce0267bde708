import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RelayUser } from '@org/payments-relay';

export const ORIGIN = 'https://app.example.com';
export const MOUNT = '/api/wallet';

/** The configuration of one relay of the platform. */
export interface RelaySetup {
  readonly connection: {
    readonly baseUrl: string;
    readonly tokenId: string;
    readonly clientSecret: string;
  };
  readonly secret: string;
  readonly users: readonly RelayUser[];
  /** Of the Redis in which the limits are counted; in the memory of the process by default. */
  readonly redisPort?: number | undefined;
}

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

/** Starts a relay in its own process. */
export async function startRelayProcess(setup: RelaySetup): Promise<RelayProcess> {
  const program = fileURLToPath(new URL('./relay-process.ts', import.meta.url));
  const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning', program];
  const child = spawn(process.execPath, flags, {
    env: { RELAY_SETUP: JSON.stringify(setup), NODE_ENV: 'test' },
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

/** Serves on any free port of the loopback, and returns the port. */
export async function listenOn(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A proxy that passes every request to the next server. */
export interface RoundRobin {
  readonly url: string;
  /** The port that each request went to, in order. */
  readonly turns: readonly number[];
  close(): Promise<void>;
}

/** Starts a proxy that passes each request to the next of several servers. */
export async function roundRobin(ports: readonly number[]): Promise<RoundRobin> {
  const turns: number[] = [];
  const server = createServer((incoming, outgoing) => {
    const { url: path = '', method, headers } = incoming;
    const port = ports[turns.length % ports.length] ?? 0;
    turns.push(port);
    const target = forward({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    target.on('error', () => outgoing.destroy());
    incoming.pipe(target);
  });
  const url = `http://127.0.0.1:${await listenOn(server)}`;
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, turns, close };
}
