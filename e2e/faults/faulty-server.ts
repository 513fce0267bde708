import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { API_VERSION } from '@org/payments-contract';
import type { Exchange, Fault } from './fault-list.ts';
import type { FaultResponse, Ledger } from './ledger.ts';

/** Selects the fault, if any, of a request or a connection. */
export interface Plan {
  /** For a request: its leg is 2 if it carries a stamp, otherwise 1. */
  request(leg: 1 | 2): Fault['strike'] | undefined;
  /** For a fresh connection. */
  connection(): Fault['connection'] | undefined;
}

/** A service on a real socket that fails according to a plan. */
export interface FaultyServer {
  readonly baseUrl: string;
  readonly isListening: boolean;
  dropConnections(): void;
  /** Stops listening and drops every connection. */
  stop(): Promise<void>;
  /** Listens again on the same port. */
  start(): Promise<void>;
}

async function drained(request: IncomingMessage): Promise<void> {
  for await (const _chunk of request);
}

function exchangeOf(
  ledger: Ledger,
  request: IncomingMessage,
  send: (response: FaultResponse) => void,
): Exchange {
  const { method = '', url = '', headers, socket } = request;
  const header = (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  return {
    socket,
    ledger,
    act: () => ledger.act({ method, path: url, header }),
    respond: send,
  };
}

let servers = 0;

/**
 * A loopback address that no other server has, if the system has more than one. While a server is
 * down, another one could listen on its port of a shared address, and a client's own connection
 * could begin at that port.
 */
function ownAddress(): string {
  if (process.platform !== 'linux') return '127.0.0.1';
  servers += 1;
  return `127.${20 + (process.pid % 200)}.${servers >> 8}.${servers & 255}`;
}

/** Starts a faulty server on a free port of a loopback address of its own. */
export async function faultyServer(ledger: Ledger, plan: Plan): Promise<FaultyServer> {
  const sockets = new Set<Socket>();
  const address = ownAddress();
  const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    const send = ({ status, headers, text }: FaultResponse) =>
      void response.writeHead(status, { ...headers }).end(text);
    const leg = request.headers['service-wallet-signature'] === undefined ? 1 : 2;
    const strike = plan.request(leg);
    try {
      await drained(request);
    } catch {
      return;
    }
    const exchange = exchangeOf(ledger, request, send);
    if (strike === undefined) send(exchange.act());
    else strike(exchange);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    if (plan.connection() === 'reset') socket.resetAndDestroy();
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, address, 4096, resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    baseUrl: `http://${address}:${port}/${API_VERSION}`,
    get isListening() {
      return server.listening;
    },
    start: () => listen(port),
    dropConnections,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        dropConnections();
      }),
  };
}
