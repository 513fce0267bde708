import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostOf } from './host-header.ts';

/** A server for this machine alone. */
export interface LoopbackServer {
  readonly server: Server;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves this machine, under its own names only: a page elsewhere cannot reach the server under a name
 * of its own.
 *
 * @param port 0 for any free one
 */
export async function serveLoopback(
  port: number,
  handle: RequestListener,
): Promise<LoopbackServer> {
  const server = createServer((incoming, outgoing) => {
    const name = hostOf(incoming).replace(/:\d+$/, '');
    if (name === '127.0.0.1' || name === 'localhost') handle(incoming, outgoing);
    else outgoing.writeHead(403, { connection: 'close' }).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
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
