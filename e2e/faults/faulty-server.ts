import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { API_VERSION } from '@org/payments-contract';
import type { ServerFault } from './fault-list.ts';
import type { Arrived, FaultResponse, Ledger } from './ledger.ts';

/** Selects the fault, if any, of a request or a connection. */
export interface Plan {
  /** For a request: its leg is 2 if it carries a stamp, otherwise 1. */
  request(leg: 1 | 2): ServerFault['strike'] | undefined;
  /** For a fresh connection. */
  connection(): ServerFault['connection'] | undefined;
}

const legOf = ({ headers }: IncomingMessage) =>
  headers['service-wallet-signature'] === undefined ? 1 : 2;

/** Reads a request to its end; undefined if it breaks off. */
export async function arrivedAt(
  request: IncomingMessage,
): Promise<(Arrived & { readonly leg: 1 | 2 }) | undefined> {
  const { method = '', url: path = '', headers } = request;
  try {
    for await (const _chunk of request);
  } catch {
    return undefined;
  }
  return { method, path, header: (name) => headers[name]?.toString(), leg: legOf(request) };
}

let servers = 0;

/**
 * A loopback address that no other server has, if the system has more than one. While a server is
 * down, another one could listen on its port of a shared address, and a client's own connection
 * could begin at that port.
 */
function unsharedAddress(): string {
  if (process.platform !== 'linux') return '127.0.0.1';
  servers += 1;
  return `127.${20 + (process.pid % 200)}.${servers >> 8}.${servers & 255}`;
}

/** Starts a service on a real socket that fails according to a plan. */
export async function faultyServer(ledger: Ledger, plan: Plan) {
  const sockets = new Set<Socket>();
  const address = unsharedAddress();
  const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    const send = ({ status, headers, text }: FaultResponse) =>
      void response.writeHead(status, { ...headers }).end(text);
    const strike = plan.request(legOf(request));
    const arrived = await arrivedAt(request);
    if (arrived === undefined) return;
    const act = () => ledger.act(arrived);
    if (strike === undefined) send(act());
    else strike({ socket: request.socket, ledger, act, respond: send });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    if (plan.connection() === 'reset') socket.resetAndDestroy();
  });
  /** Listens, after a stop again on the same port. */
  const start = (port: number) => once(server.listen(port, address, 4096), 'listening');
  await start(0);
  const { port } = server.address() as AddressInfo;
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    baseUrl: `http://${address}:${port}/${API_VERSION}`,
    isListening: () => server.listening,
    start: () => start(port),
    dropConnections,
    /** Stops listening and drops every connection. */
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        dropConnections();
      }),
  };
}

/** A service on a real socket that fails according to a plan. */
export type FaultyServer = Awaited<ReturnType<typeof faultyServer>>;
