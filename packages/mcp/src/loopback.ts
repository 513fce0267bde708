import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostOf } from './host-header.ts';

export interface OpenServer {
  readonly server: Server;
  readonly port: number;
  /** Also ends the connections that clients keep. */
  close(): Promise<void>;
}

/** Lets a server listen. @param port 0 for any free one */
export async function openServer(server: Server, port: number, host: string): Promise<OpenServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Serves this machine, by its own names: a page elsewhere cannot reach it under a name of its own. */
export function serveLoopback(port: number, handle: RequestListener): Promise<OpenServer> {
  const server = createServer((incoming, outgoing) => {
    const name = hostOf(incoming).replace(/:\d+$/, '');
    if (name === '127.0.0.1' || name === 'localhost') handle(incoming, outgoing);
    else outgoing.writeHead(403, { connection: 'close' }).end();
  });
  return openServer(server, port, '127.0.0.1');
}
